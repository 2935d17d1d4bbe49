"""One row a shape of question bank: what is written, and the titles and numbers that must come out, no more, no fewer."""

import pytest

from ingest.parse import parse

SHAPES = [
    pytest.param(
        "多态是如何实现的\n\n重载与重写的区别\n\n虚继承的作用\n\n为什么要虚析构函数\n\n内存对齐的作用\n\n模板特化的原理\n\nshared_ptr 的实现原理\n\n编译过程做了哪些？\n\nvector 怎么扩容\n\nmap 的底层是什么\n\n左值和右值的区别\n\nstatic 的作用\n\n怎么避免内存泄漏\n\nlambda 的原理\n\n移动语义解决什么问题\n",
        [
            "多态是如何实现的",
            "重载与重写的区别",
            "虚继承的作用",
            "为什么要虚析构函数",
            "内存对齐的作用",
            "模板特化的原理",
            "shared_ptr 的实现原理",
            "编译过程做了哪些？",
            "vector 怎么扩容",
            "map 的底层是什么",
            "左值和右值的区别",
            "static 的作用",
            "怎么避免内存泄漏",
            "lambda 的原理",
            "移动语义解决什么问题",
        ],
        None,
        "x.md",
        id="nothing but lone lines, many of which ask",
    ),
    pytest.param(
        "Q1\nWhat is a widget?\nA1\nA part.\n\nQ2\nWhy keys?\nA2\nTo match.\n\nQ4\nDescribe the three trees.\nA4\nThree.\n",
        ["What is a widget?", "Why keys?", "Describe the three trees."],
        ["1", "2", "4"],
        "x.txt",
        id="Q1 and A1 on lines of their own",
    ),
    pytest.param(
        "讲义\n\n题型：简答\n分值：5\n题干：顺序表和链表各有什么优缺点？\n答案要点：\n- 随机存取\n\n题型：设计\n题干：\n用两个栈实现队列。\n答案要点：\n- 倒一次\n",
        ["顺序表和链表各有什么优缺点？", "用两个栈实现队列。"],
        None,
        "x.md",
        id="题干, with its text on the line or below",
    ),
    pytest.param(
        "接龙\n\n#1 楼  小李\n题：扩容的规则是什么？\n答：翻倍。\n\n#2 楼  小王\n题：map 能并发写吗？\n答：不能。\n\n#3 楼  小张\n顶\n",
        ["扩容的规则是什么？", "map 能并发写吗？"],
        None,
        "x.txt",
        id="posts of a forum are no headings",
    ),
    pytest.param(
        "## 框架\n\n\u200b\t**13、注册中心的作用有哪些？**\n\n\u200b\t**14、谈谈服务雪崩。**\n\n## 事务\n\n### 1.1、概念\n\n\u200b\t\t\t**1.1.1、什么是两阶段？**\n\n\u200b\t\t1.1.2、谈谈三阶段。\n\n\u200b\t\t1.1.3、为什么要补偿？\n",
        ["注册中心的作用有哪些？", "谈谈服务雪崩。", "什么是两阶段？", "谈谈三阶段。", "为什么要补偿？"],
        ["13", "14", "1.1.1", "1.1.2", "1.1.3"],
        "x.md",
        id="numbers of three parts and bold ones behind invisible blanks and tabs",
    ),
    pytest.param(
        "# 题\n\n## 一\n\n### 什么是闭包？\n\n函数。\n\n### for of 与 for in\n\n前者走值。\n\n### 为什么要原型？\n\n共享。\n\n### 什么是提升？\n\n声明先行。\n\n### 怎样回收？\n\n标记。\n\n### 什么是事件循环？\n\n队列。\n\n## 下载\n\n见首页。\n",
        [
            "什么是闭包？",
            "for of 与 for in",
            "为什么要原型？",
            "什么是提升？",
            "怎样回收？",
            "什么是事件循环？",
        ],
        None,
        "x.md",
        id="a topic with text between the questions of its chapter",
    ),
    pytest.param(
        "#separator:tab\n#tags column:3\nWhat is a heap?\tA tree.<br>Ordered.\tds\nWhat is a stack?\tLIFO.\tds\nArray vs list\tBoth hold.\tds\nWhy hash?\tFor speed.\tds\n",
        ["What is a heap?", "What is a stack?", "Array vs list", "Why hash?"],
        None,
        "cards.txt",
        id="cards with tabs, as Anki exports them",
    ),
    pytest.param(
        "必背\n\n用法：遮住右边。\n\n【理论】\nCAP：分区时只能二选一。\nBASE：基本可用、最终一致。\nRaft：选主与日志复制。\n\n【事务】\n2PC：准备、提交两阶段。\nTCC：预留、确认、取消。\n",
        ["CAP", "BASE", "Raft", "2PC", "TCC"],
        None,
        "x.md",
        id="terms with their meanings, a line each",
    ),
    pytest.param(
        "网络\n\t传输层\n\t\tTCP 为什么三次握手？\n\t\t\t确认双方收发\n\t\tUDP 适合做什么？\n\t\t\t音视频\n\t应用层\n\t\tHTTPS 怎么握手？\n\t\t\t换密钥\n\t\tDNS 用什么协议？\n\t\t\tUDP\n",
        ["TCP 为什么三次握手？", "UDP 适合做什么？", "HTTPS 怎么握手？", "DNS 用什么协议？"],
        None,
        "x.txt",
        id="a mind map as indented lines",
    ),
    pytest.param(
        "二面：连环四问\n\n大家好。\n\n01\n\n为什么这么快\n\n顺序写。\n\n02\n\n消息积压了怎么办\n\n先扩容。\n\n03\n\n高水位是什么\n\n可见的位置。\n\n04\n\n事务是怎样实现的\n\n两阶段。\n",
        ["为什么这么快", "消息积压了怎么办", "高水位是什么", "事务是怎样实现的"],
        ["1", "2", "3", "4"],
        "x.txt",
        id="numbers on lines of their own over the titles",
    ),
    pytest.param(
        "第一部分 基础\n\n1. 什么是过拟合？答：训练好、测试差。\n2. 正则有什么用？答：压权重。\n4. AUC 是什么？答：排序的概率。\n4、为什么用交叉熵？答：梯度不消失。\n",
        ["什么是过拟合？", "正则有什么用？", "AUC 是什么？", "为什么用交叉熵？"],
        ["1", "2", "4", "4"],
        "x.md",
        id="question and answer on one line, numbers mistyped",
    ),
    pytest.param(
        "[00:00:04] Interviewer: Hi, thanks for coming.\n[00:00:09] Candidate: Sure.\n[00:00:15] Interviewer: What is a shard?\n[00:00:20] Candidate: A part.\n[00:01:02] Interviewer: Why not one table?\n[00:01:09] Candidate: Size.\n",
        ["What is a shard?", "Why not one table?"],
        None,
        "x.txt",
        id="a dialogue with the time before each name",
    ),
    pytest.param(
        "## 周一\n\n- 析构函数为什么是虚函数？\n  - 通过基类删除\n- 构造函数可以是虚函数吗？\n  - 不可以\n- 移动语义的原理\n  - 转移所有权\n- 引用和指针的区别\n  - 能否为空\n\n## 周二\n\n- 四种转换用在哪里？\n  - 静态\n- new 和 malloc 有什么区别？\n  - 构造\n",
        [
            "析构函数为什么是虚函数？",
            "构造函数可以是虚函数吗？",
            "移动语义的原理",
            "引用和指针的区别",
            "四种转换用在哪里？",
            "new 和 malloc 有什么区别？",
        ],
        None,
        "x.md",
        id="bullets with their answers below, few of them under a heading",
    ),
    pytest.param(
        "## 简答题\n\n1. 说明深拷贝与浅拷贝的区别。\n答案：只复制外层。\n\n2. 事件循环怎样工作？\n答案：\n1. 取出回调；\n2. 让出控制。\n\n3. 垃圾回收有哪些？\n答案：计数。\n",
        ["说明深拷贝与浅拷贝的区别。", "事件循环怎样工作？", "垃圾回收有哪些？"],
        ["1", "2", "3"],
        "x.md",
        id="a counted list right under 答案：",
    ),
    pytest.param(
        "# 题\n\n简述租约？\n简述 Raft 的选主？\n日志压缩相关概念\n什么是快照？\n为什么要心跳？\n什么是任期？\n",
        [
            "简述租约？",
            "简述 Raft 的选主？",
            "日志压缩相关概念",
            "什么是快照？",
            "为什么要心跳？",
            "什么是任期？",
        ],
        None,
        "x.md",
        id="a paragraph of lines most of which ask",
    ),
    pytest.param(
        "## 基础\n\n1、什么是接口？\n\n2、final\n\n3、值传递和引用传递的区别\n\n4、异常体系\n\n5、泛型擦除的原理\n\n"
        "## 并发\n\n1、线程的状态有哪些？\n\n2、volatile 的作用\n\n3、锁升级的过程\n\n4、线程池的参数\n",
        [
            "什么是接口？",
            "final",
            "值传递和引用传递的区别",
            "异常体系",
            "泛型擦除的原理",
            "线程的状态有哪些？",
            "volatile 的作用",
            "锁升级的过程",
            "线程池的参数",
        ],
        None,
        "x.md",
        id="bare topics among questions, counted anew under each heading",
    ),
    pytest.param(
        "# 准备\n\n## 界面\n\n1. **列表和网格的区别**\n   - 列表：一列\n\n2. **布局优化的方法**\n   - 少嵌套\n\n3. **描述绘制的流程**\n   - 测量\n\n"
        "4. **动画的原理**\n   - 插值\n\n## 存储\n\n1. **数据库升级的策略**\n   - 迁移\n\n2. **缓存失效的原因**\n   - 过期\n\n3. **文件权限**\n   - 沙箱\n\n4. **加密的方式**\n   - 对称\n",
        [
            "列表和网格的区别",
            "布局优化的方法",
            "描述绘制的流程",
            "动画的原理",
            "数据库升级的策略",
            "缓存失效的原因",
            "文件权限",
            "加密的方式",
        ],
        ["1", "2", "3", "4"] * 2,
        "x.md",
        id="bold entries with answers, counted anew under each heading",
    ),
    pytest.param(
        "# 面试\n\n> ## 观察者的原理\n\n子类重写 setter。\n\n> ## 消息转发的流程\n\n三步。\n\n> ## GET 和 POST 的区别\n\n- 请求可以被缓存\n- 请求有长度限制\n- 请求会留在历史里\n",
        ["观察者的原理", "消息转发的流程", "GET 和 POST 的区别"],
        None,
        "x.md",
        id="headings inside quotes",
    ),
    pytest.param(
        "Q. What is a heap?\n\nQ. Explain paging.\n\n#### **Q. What is a mutex?**\n\nA lock.\n\nQ. How to stop a thread?\n\n#### Q. Which is faster?\n\nIt depends.\n\n"
        "Q. Define starvation.\n\n####  **Q. Explain a monitor.**\n\nA guarded object.\n",
        [
            "What is a heap?",
            "Explain paging.",
            "What is a mutex?",
            "How to stop a thread?",
            "Which is faster?",
            "Define starvation.",
            "Explain a monitor.",
        ],
        None,
        "x.md",
        id="Q. with and without the marks of a heading",
    ),
    pytest.param(
        "## Manual\n\n| **Scenario Question** | **Best Answer (Tester)** |\n| --- | --- |\n| **1\\. A bug comes back. What now?** | Reopen it. |\n| **2\\. No time to test.** | Test by risk. |\n\n"
        "## Both\n\n| **Scenario** | **Answer** |\n| --- | --- |\n| How do you pick cases? | By value. |\n| What is flaky? | A test that lies. |\n| Why mock? | For speed. |\n",
        [
            "A bug comes back. What now?",
            "No time to test.",
            "How do you pick cases?",
            "What is flaky?",
            "Why mock?",
        ],
        None,
        "x.md",
        id="tables whose heads end in Question, or whose first column asks",
    ),
    pytest.param(
        "- 线程同步的方式有哪些？\n\n1. 锁；\n2. 信号量；\n\n- 中断的原因\n\n有三种：\n1. 系统调用；\n2. 异常；\n\n- 页面置换的策略\n\n最近最少使用。\n",
        ["线程同步的方式有哪些？", "中断的原因", "页面置换的策略"],
        None,
        "x.md",
        id="bullets that stand alone over answers that are not indented",
    ),
    pytest.param(
        '---\ntitle: isset() 和 empty() 有什么区别\n---\n\n# [L1] `isset()` 和 `empty()` 有什么区别\n\n#### 一句话结论\n\n一个看存在。\n\n#### 追问链\n\n1. `empty("0")` 返回什么？\n\n   真。\n\n2. 为什么不报错？\n\n   是语言结构。\n',
        ["isset() 和 empty() 有什么区别"],
        None,
        "x.md",
        id="front matter and the only # ask the same",
    ),
    pytest.param(
        "# Drill\n\n#### 1.1 ) What is an OS for?\n\n**⚡Answer :**\n#### 📌It is for:\n1. Users.\n\n#### 1.2 ) Should it have a browser?\n\n**⚡Answer :**\n\n#### 👍Yes:\n- ready\n\n#### 👎No:\n- bloat\n\n#### 1.3 ) What is a trap?\n\n**⚡Answer :** A call.\n",
        ["What is an OS for?", "Should it have a browser?", "What is a trap?"],
        ["1.1", "1.2", "1.3"],
        "x.md",
        id="headings that part an answer between counted ones",
    ),
    pytest.param(
        "# Bank\n\n## Q12 什么是 KV Cache ##\n\n答案一\n\n## Q13：TTFT 是啥\n- a\n",
        ["什么是 KV Cache", "TTFT 是啥"],
        ["12", "13"],
        "x.md",
        id="numbered headings, closing marks dropped",
    ),
    pytest.param(
        "# C#\n\n## 1. 什么是委托\nx\n## 2. C# 里的 #region\ny\n",
        ["什么是委托", "C# 里的 #region"],
        None,
        "x.md",
        id="a title may end in a hash",
    ),
    pytest.param(
        "##12.title\nabc\n\n##13.another title\ndef\n",
        ["title", "another title"],
        ["12", "13"],
        "x.md",
        id="no blank after the hashes",
    ),
    pytest.param(
        "12、进程和线程的区别？\n\n进程是资源。\n\n13、什么是死锁？\n\n互相等待。\n",
        ["进程和线程的区别？", "什么是死锁？"],
        ["12", "13"],
        "x.txt",
        id="numbers before 、",
    ),
    pytest.param(
        "第12题 什么是死锁\n互相等待\n\n第13题：什么是活锁\n一直让\n",
        ["什么是死锁", "什么是活锁"],
        ["12", "13"],
        "x.txt",
        id="第N题",
    ),
    pytest.param(
        "问：什么是死锁？\n答：互相等待。\n\n问：什么是活锁？\n答：一直让。\n",
        ["什么是死锁？", "什么是活锁？"],
        None,
        "x.txt",
        id="问 and 答",
    ),
    pytest.param(
        "Q: What is a deadlock?\nA: Waiting.\n\nQ: What is livelock?\nA: Yielding.\n",
        ["What is a deadlock?", "What is livelock?"],
        None,
        "x.txt",
        id="Q and A",
    ),
    pytest.param(
        "Q12: What is a deadlock?\nA: Waiting. See Q13.\nQ13: What is livelock?\nA: Yielding.\n",
        ["What is a deadlock?", "What is livelock?"],
        ["12", "13"],
        "x.txt",
        id="Q12: with a mention in the answer",
    ),
    pytest.param(
        "## Q1 版本\n\n- 行一\n\n3.2 版本起支持\n\nQ125/163 讲过这个。\n\n## Q2 另一个\nx\n",
        ["版本", "另一个"],
        None,
        "x.md",
        id="numbers in prose are no headings",
    ),
    pytest.param(
        "## Q1 安装\n\n```bash\n# install\npip install x\n```\n\n## Q2 运行\n~~~\n# run\n~~~\n",
        ["安装", "运行"],
        None,
        "x.md",
        id="comments in fences are no headings",
    ),
    pytest.param(
        "## Q1 安装\n\n```bash\n# install\npip install x\n\n## Q2 运行\n\n说明\n\n## Q3 停\n```\nx\n```\n",
        ["安装", "运行", "停"],
        None,
        "x.md",
        id="an open fence ends at the next question",
    ),
    pytest.param(
        "## 1. 怎么安装？\n\n```\npip install x\n\n## 2. 怎么运行？\n\n```\nrun\n```\n\n## 3. 怎么停？\nx\n",
        ["怎么安装？", "怎么运行？", "怎么停？"],
        None,
        "x.md",
        id="an open fence before plain headings",
    ),
    pytest.param(
        "## Q1 a\n\n- step:\n\n  ```python\n  # comment\n  x = 1\n\n  y = 2\n  ```\n- next\n\n## Q2 b\nx\n",
        ["a", "b"],
        None,
        "x.md",
        id="a fence inside a list item",
    ),
    pytest.param(
        "## 什么是A？\n甲。\n## 什么是B？\n乙。\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="two short questions stay two",
    ),
    pytest.param(
        "**1. 什么是进程？**\n\n答案甲\n\n**2. 什么是线程？**\n\n答案乙\n",
        ["什么是进程？", "什么是线程？"],
        ["1", "2"],
        "x.md",
        id="bold numbered lines",
    ),
    pytest.param(
        "# 面试题\n\n## 操作系统\n\n**什么是进程？**\n\n甲\n\n**什么是线程？**\n\n乙\n\n## 网络\n\n**什么是TCP？**\n\n丙\n\n**为什么三次握手**\n\n丁\n",
        ["什么是进程？", "什么是线程？", "什么是TCP？", "为什么三次握手"],
        None,
        "x.md",
        id="bold lines under chapters",
    ),
    pytest.param(
        "<details><summary>什么是X？</summary>\n\n甲\n\n</details>\n\n<details>\n<summary><b>什么是Y？</b></summary>\n乙\n</details>\n",
        ["什么是X？", "什么是Y？"],
        None,
        "x.md",
        id="summaries that ask",
    ),
    pytest.param(
        "###### 1. 输出是什么？\n\n```javascript\nfoo();\n```\n\n- A: 1\n- B: 2\n\n<details><summary><b>答案</b></summary>\n<p>\n\n#### 答案: B\n\n因为\n\n</p>\n</details>\n\n---\n\n###### 2. 还输出什么？\n\nx\n",
        ["输出是什么？", "还输出什么？"],
        ["1", "2"],
        "x.md",
        id="summaries that only unfold an answer",
    ),
    pytest.param(
        "> [!question]- 什么是X？\n> 甲\n\n> [!question]- 什么是Y？\n> 乙\n> - a\n",
        ["什么是X？", "什么是Y？"],
        None,
        "x.md",
        id="question call-outs",
    ),
    pytest.param(
        "- 问题一是什么？\n\na. 什么是A\n\n甲\n\nb.为什么B\n\n乙\n",
        ["问题一是什么？", "什么是A", "为什么B"],
        None,
        "x.md",
        id="lettered lines",
    ),
    pytest.param(
        "# 后端\n\n- 什么是进程？\n- 什么是线程？\n- 什么是协程？\n\n# 前端\n\n1. 什么是闭包？\n2. 什么是原型链？\n",
        ["什么是进程？", "什么是线程？", "什么是协程？", "什么是闭包？", "什么是原型链？"],
        None,
        "x.md",
        id="list items without answers",
    ),
    pytest.param(
        "## 题目\n\n1. 什么是进程？\n2. 什么是线程？\n3. 什么是协程？\n\n## 答案\n\n1. 资源单位。\n2. 调度单位。\n3. 用户态线程。\n",
        ["什么是进程？", "什么是线程？", "什么是协程？"],
        None,
        "x.md",
        id="questions first, answers by number later",
    ),
    pytest.param(
        "# 题库\n\n## 目录\n\n- [什么是A？](#什么是a)\n- [什么是B？](#什么是b)\n\n## 什么是A？\n\n甲\n\n## 什么是B？\n\n乙\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="a contents list of anchors",
    ),
    pytest.param(
        "# 题库\n\n1. 什么是A？\n2. 什么是B？\n3. 什么是C？\n\n## 1. 什么是A？\n\n甲\n\n## 2. 什么是B？\n\n乙\n\n## 3. 什么是C？\n\n丙\n",
        ["什么是A？", "什么是B？", "什么是C？"],
        None,
        "x.md",
        id="a contents list without links",
    ),
    pytest.param(
        "# C++\n\n## const\n\n### 作用\n\n1. 修饰变量，说明不可改变\n\n### 使用\n\n```cpp\nint x;\n```\n\n## static\n\n### 作用\n\n1. 修饰普通变量，改变存储区域\n",
        ["const › 作用", "const › 使用", "static › 作用"],
        None,
        "x.md",
        id="topics carry their path",
    ),
    pytest.param(
        "## Q1 什么是KV\n\n### 为什么需要？\n\n甲\n\n### 怎么算？\n\n乙\n\n## Q2 什么是乙\n\n丙\n",
        ["什么是KV", "什么是乙"],
        None,
        "x.md",
        id="asking sub-headings stay inside a numbered question",
    ),
    pytest.param(
        "# 题库\n\n## 什么是KV Cache？\n\n### 原理\n\n甲\n\n### 优缺点\n\n乙\n\n## 什么是PagedAttention？\n\n### 原理\n\n丙\n",
        ["什么是KV Cache？", "什么是PagedAttention？"],
        None,
        "x.md",
        id="plain sub-headings stay inside",
    ),
    pytest.param(
        "## HashMap\n\n### 题目\n\nHashMap 如何扩容\n\n### 答案\n\n两倍\n\n## TreeMap\n\n### 题目\n\n排序\n\n### 答案\n\n红黑树\n",
        ["HashMap", "TreeMap"],
        None,
        "x.md",
        id="题目 and 答案 as headings",
    ),
    pytest.param(
        "---\ntitle: 什么是闭包？\ntags: js\n---\n\n## 解析\n\n闭包是函数。\n\n## 参考\n- https://a.b\n",
        ["什么是闭包？"],
        None,
        "x.md",
        id="front matter asks",
    ),
    pytest.param(
        "闭包是函数加环境。\n\n- 甲\n- 乙\n",
        ["什么是闭包？"],
        None,
        "什么是闭包？.md",
        id="the file name asks",
    ),
    pytest.param(
        "# 第一章 进程\n\n## 1.1 什么是进程\n甲\n## 1.2 什么是线程\n乙\n\n# 第二章 网络\n\n## 1.1 什么是TCP\n丙\n## 1.2 什么是UDP\n丁\n",
        ["什么是进程", "什么是线程", "什么是TCP", "什么是UDP"],
        ["1.1", "1.2", "1.1", "1.2"],
        "x.md",
        id="numbers restart per chapter",
    ),
    pytest.param(
        "### 12. 介绍一下闭包【热度: 260】【web应用场景】\n\n关键词：闭包\n\n甲\n\n### 13. 如何防抖【热度: 1,200】\n\n乙\n",
        ["介绍一下闭包", "如何防抖"],
        ["12", "13"],
        "x.md",
        id="ratings in titles",
    ),
    pytest.param(
        "一句话：进程是资源的单位。\n\n• a\n\n题眼：b\n\n一句话：线程是调度的单位。\n\n• c\n\n题眼：d\n",
        ["进程是资源的单位", "线程是调度的单位"],
        None,
        "x.txt",
        id="labels only",
    ),
    pytest.param(
        "> 什么是A？\n\n甲\n\n> 什么是B？\n\n乙\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="quoted questions",
    ),
    pytest.param(
        "## 什么是A？\n\n[答案](https://a.b/c)\n\n## 什么是B？\n\nhttps://b.c/d\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="answers that are a link",
    ),
    pytest.param(
        "Ｑ１２\u3000什么是Ａ？\n\n甲\n\nＱ１３\u3000什么是Ｂ？\n\n乙\n",
        ["什么是Ａ？", "什么是Ｂ？"],
        ["12", "13"],
        "x.txt",
        id="full-width digits and letters",
    ),
    pytest.param(
        "一、什么是进程？\n\n甲\n\n二、什么是线程？\n\n乙\n",
        ["什么是进程？", "什么是线程？"],
        None,
        "x.txt",
        id="Chinese numerals",
    ),
    pytest.param(
        "一、操作系统\n\n1. 什么是进程？\n\n甲\n\n2. 什么是线程？\n\n乙\n\n二、网络\n\n1. 什么是TCP？\n\n丙\n",
        ["什么是进程？", "什么是线程？", "什么是TCP？"],
        None,
        "x.txt",
        id="Chinese numerals as chapters",
    ),
    pytest.param(
        "1、进程与线程\n\n进程是资源单位。\n\n2、死锁\n\n互相等待。\n\n3、虚拟内存\n\n分页。\n",
        ["进程与线程", "死锁", "虚拟内存"],
        None,
        "x.txt",
        id="plain sections counted 1、2、3、",
    ),
    pytest.param(
        "什么是A？\n====\n甲\n\n什么是B？\n====\n乙\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="underlined headings",
    ),
    pytest.param(
        "<h2>什么是A？</h2>\n<p>甲</p>\n\n<h2>什么是B？</h2>\n<p>乙</p>\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="HTML headings",
    ),
    pytest.param(
        "# Java\n\n## 1. HashMap\n\n甲\n\n## 2. ConcurrentHashMap\n\n乙\n",
        ["HashMap", "ConcurrentHashMap"],
        ["1", "2"],
        "x.md",
        id="numbered titles that do not ask",
    ),
    pytest.param(
        "## 什么是X？\n\n1. 为什么要用它？\n2. 怎么用它？\n\n## 什么是Y？\n\nz\n",
        ["什么是X？", "什么是Y？"],
        None,
        "x.md",
        id="asking list items inside an answer",
    ),
    pytest.param(
        "1. 什么是进程？\n   资源单位。\n2. 什么是线程？\n   调度单位。\n",
        ["什么是进程？", "什么是线程？"],
        None,
        "x.txt",
        id="list items with indented answers",
    ),
    pytest.param(
        "### 目录\n1. 什么是A\n2. 什么是B\n\n### 1. 什么是A\n甲\n\n### 2. 什么是B\n乙\n",
        ["什么是A", "什么是B"],
        None,
        "x.md",
        id="目录 repeats the titles",
    ),
    pytest.param(
        "# 什么是 KV Cache？\n\n## 原理\n甲\n\n## 优点\n乙\n",
        ["什么是 KV Cache？"],
        None,
        "x.md",
        id="one question per file",
    ),
    pytest.param(
        "## Q1 甲\n\n相关：\n\n- Q2 乙\n- Q3 丙\n\n## Q2 乙\nx\n\n## Q3 丙\ny\n",
        ["甲", "乙", "丙"],
        None,
        "x.md",
        id="a list of references is no list of questions",
    ),
    pytest.param(
        "## Q1 a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n## Q2 b\nc\n",
        ["a", "b"],
        None,
        "x.md",
        id="a table in an answer",
    ),
    pytest.param(
        "### 1. 什么是A？\n\n**答案：** 甲\n\n**解析：** 乙\n\n### 2. 什么是B？\n\n**答案：** 丙\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.md",
        id="bold labels in answers",
    ),
    pytest.param(
        "# LLM\n\n## 基础\n\n### 什么是A？\n甲\n\n### 什么是B？\n乙\n\n## 什么是C？\n\n丙\n",
        ["什么是A？", "什么是B？", "什么是C？"],
        None,
        "x.md",
        id="questions on two levels",
    ),
    pytest.param(
        "1. ### What is React?\n\n    React is a library.\n\n2. ### What is JSX?\n\n    Syntax.\n",
        ["What is React?", "What is JSX?"],
        ["1", "2"],
        "x.md",
        id="headings inside list items",
    ),
    pytest.param(
        "1. **什么是A？**\n\n   甲\n\n2. **什么是B？**\n\n   乙\n",
        ["什么是A？", "什么是B？"],
        ["1", "2"],
        "x.md",
        id="bold list items",
    ),
    pytest.param(
        "问题1：什么是A？\n答案：甲\n\n问题2：什么是B？\n答案：乙\n",
        ["什么是A？", "什么是B？"],
        ["1", "2"],
        "x.txt",
        id="问题1 and 答案",
    ),
    pytest.param(
        "【问题】什么是A？\n【答案】甲\n\n【问题】什么是B？\n【答案】乙\n",
        ["什么是A？", "什么是B？"],
        None,
        "x.txt",
        id="【问题】 and 【答案】",
    ),
    pytest.param(
        "## 基础\n\n* **什么是进程？** - [看这里](https://a.b/c)\n\n* **进程与线程**\n    - 进程是资源\n\n* **什么是线程？**\n    - 线程是调度\n",
        ["什么是进程？", "进程与线程", "什么是线程？"],
        None,
        "x.md",
        id="bold bullets with links",
    ),
    pytest.param(
        "### 归一化篇\n\n- 方法篇\n  - LN 篇\n    - LN 的公式怎么写？\n  - RMS 篇\n    - RMS 有什么特点？\n- 位置篇\n  - 1 LN 放在哪里有什么区别？\n\n- [点击查看答案](https://a.b/c)\n",
        ["LN 的公式怎么写？", "RMS 有什么特点？", "LN 放在哪里有什么区别？"],
        None,
        "x.md",
        id="nested lists of questions",
    ),
    pytest.param(
        "###### 1. 输出什么？\n\n- A: 1\n\n#### 答案: A\n\n因为甲\n\n###### 2. 又输出什么？\n\n#### 答案: B\n\n因为乙\n",
        ["输出什么？", "又输出什么？"],
        ["1", "2"],
        "x.md",
        id="answer headings above the level of their question",
    ),
    pytest.param(
        "## 325.[React] 提交阶段的执行过程【热度: 534】\n\n甲\n\n### 之前\n\n乙\n\n### 之后\n\n丙\n\n## 326.[React] 差异算法【热度: 538】\n\n丁\n",
        ["[React] 提交阶段的执行过程", "[React] 差异算法"],
        ["325", "326"],
        "x.md",
        id="rated titles own their sub-headings",
    ),
    pytest.param(
        "# 题库\n\n## 关于\n\n欢迎来到这里。\n\n## 什么是甲？\na\n## 什么是乙？\nb\n## 什么是丙？\nc\n## 什么是丁？\nd\n## 什么是戊？\ne\n## 小结\n\n完。\n",
        ["什么是甲？", "什么是乙？", "什么是丙？", "什么是丁？", "什么是戊？"],
        None,
        "x.md",
        id="remarks in a file of questions are no questions",
    ),
    pytest.param(
        "1). 时间戳哪年用完？\n\n答：2038 年。\n\n2). 对两个有序链表进行合并。\n\n答：双指针。\n\n3). 翻转链表。\n答：三个指针。\n",
        ["时间戳哪年用完？", "对两个有序链表进行合并。", "翻转链表。"],
        ["1", "2", "3"],
        "x.txt",
        id="1). as a number",
    ),
    pytest.param(
        "### 1 什么是甲？\n\n- **乙篇**\n\n### 2 什么是乙？\n\n乙是乙。\n",
        ["什么是甲？", "什么是乙？"],
        ["1", "2"],
        "x.md",
        id="a chapter mark between questions",
    ),
    pytest.param(
        "# 题库\n\n## 基础\n\nQ: 什么是甲？\nA: 甲是甲。\n\nQ: 什么是乙？\nA: 乙是乙。\n\n## 进阶\n\n**Q: 什么是丙？**\nA: 丙是丙。\n\n**Q：什么是丁？**\nA：丁是丁。\n",
        ["什么是甲？", "什么是乙？", "什么是丙？", "什么是丁？"],
        None,
        "x.md",
        id="questions and answers under chapters",
    ),
    pytest.param(
        "# 某司凉经\n\n#### 一面\n\n1. 自我介绍\n2. 进程通信方式\n3. 堆的构建过程\n4. 说一下缓存\n\n#### 二面\n\n1. 快排\n2. 内部类\n3. HashMap 的结构是什么？\n",
        [
            "自我介绍",
            "进程通信方式",
            "堆的构建过程",
            "说一下缓存",
            "快排",
            "内部类",
            "HashMap 的结构是什么？",
        ],
        None,
        "x.md",
        id="a list under an interview round",
    ),
    pytest.param(
        "## 汇总\n\n::: info 哪里用到了缓存？\n> 在登录。\n:::\n\n::: details 为什么用它？\n快。\n:::\n",
        ["哪里用到了缓存？", "为什么用它？"],
        None,
        "x.md",
        id="containers that ask",
    ),
    pytest.param(
        "## 专题\n\n| 问题 | 回答要点 |\n|---|---|\n| 怎么编排？ | 双引擎 |\n| 怎么防瞎编？ | 先查再答 |\n",
        ["怎么编排？", "怎么防瞎编？"],
        None,
        "x.md",
        id="a table of questions",
    ),
    pytest.param(
        "# 题目列表\n\n一、机器学习\n\n流程是怎样的？\n\n什么是混淆矩阵？\n\n损失函数怎么选？\n\n什么是过拟合？\n",
        ["流程是怎样的？", "什么是混淆矩阵？", "损失函数怎么选？", "什么是过拟合？"],
        None,
        "x.md",
        id="lone lines that ask",
    ),
    pytest.param(
        "1、线程与服务的区别\n----\n\n甲\n\n2、消息队列是什么？\n----\n\n#### a)、为什么要用？\n\n乙\n\n3、如何保活\n----\n\n丙\n",
        ["线程与服务的区别", "消息队列是什么？", "如何保活"],
        ["1", "2", "3"],
        "x.md",
        id="numbered titles underlined",
    ),
    pytest.param(
        "#### 选择题\n\n**1.[多选]关于定位下面说法正确的是:**\n\n- [ ] A.甲\n- [ ] B.乙\n\n**2.下列说法错误的是：**\n\n- [ ] A.丙\n\n**3.完成登录流程**\n\n- [ ] A.丁\n",
        ["[多选]关于定位下面说法正确的是", "下列说法错误的是", "完成登录流程"],
        ["1", "2", "3"],
        "x.md",
        id="multiple choice in bold",
    ),
    pytest.param(
        "# 什么是 CAS\n\n## 面试题\n\nCAS 了解吗？\n\n## 面试官心理分析\n\n想听原理。\n\n## 面试题剖析\n\n比较并交换。\n",
        ["什么是 CAS"],
        None,
        "cas.md",
        id="one question per file in sections",
    ),
    pytest.param(
        "# 题\n\n### 1、什么是甲？\na\n\n### 2、什么是乙？\nb\n\n### 3、什么是丙？\nc\n\n### 4、什么是丁？\nd\n\n### 5、什么是戊？\ne\n\n### 新增：高清版本\n\n下载吧。\n",
        ["什么是甲？", "什么是乙？", "什么是丙？", "什么是丁？", "什么是戊？"],
        ["1", "2", "3", "4", "5"],
        "x.md",
        id="remarks among numbered questions",
    ),
    pytest.param(
        "进程与线程的区别\n\n一句话：甲。\n\n题眼：b\n\n参考来源：x\n\nTCP 为什么三次握手\n\n一句话：乙\n• c\n题眼：d\n",
        ["进程与线程的区别", "TCP 为什么三次握手"],
        None,
        "x.txt",
        id="names above labels",
    ),
    pytest.param(
        "四、浏览器\n1、缓存放在哪里？\n内存或磁盘。\n2、重绘和回流的区别\n第 7页\n\n\n一个画，一个排。\n1. 先排\n2. 再画\n"
        "3、跨域怎么办？\n1、代理；\n2、响应头；\n3、脚本标签。\n五、语言\n"
        "1. 一段很长的话被页面的宽度断成两行以后，读出来的题目在哪里结束，又在哪里\n接着？\n在问号结束。\n2. 什么是闭包？\n函数加环境。\n",
        [
            "缓存放在哪里？",
            "重绘和回流的区别",
            "跨域怎么办？",
            "一段很长的话被页面的宽度断成两行以后，读出来的题目在哪里结束，又在哪里接着？",
            "什么是闭包？",
        ],
        ["1", "2", "3", "1", "2"],
        "x.txt",
        id="counted questions under chapters without blank lines",
    ),
    pytest.param(
        "1、数组怎么扩容？\n复制一份。\n\n2、链表怎么翻转？\n1). 记下后一个；\n2). 掉头。\n\n3、什么是栈？\n后进先出。\n\n"
        "4、什么是队列？\n先进先出。\n\n5、堆怎么建？\n从下往上。\n\n图\n\n1、广度优先\n用队列。\n",
        ["数组怎么扩容？", "链表怎么翻转？", "什么是栈？", "什么是队列？", "堆怎么建？", "广度优先"],
        ["1", "2", "3", "4", "5", "1"],
        "x.txt",
        id="lists of another sign inside counted questions",
    ),
    pytest.param(
        "## 集合\n\n**1、队列有哪几种？**\n\n**优点：**\n\n快。\n\n**2、栈怎么实现？**\n\n**为什么用数组？**\n\n1、**下标直接到位**\n\n"
        "**3、散列表**\n\n**数据结构**\n\n桶。\n\n**4、什么是堆？**\n\n树。\n\n**5、什么是环？**\n\n首尾相接。\n\n**6、怎么查环？**\n\n快慢指针。\n\n## 其他\n\n**什么是图？**\n\n点和边。\n",
        ["队列有哪几种？", "栈怎么实现？", "散列表", "什么是堆？", "什么是环？", "怎么查环？", "什么是图？"],
        None,
        "x.md",
        id="bold lines without a number inside numbered ones",
    ),
    pytest.param(
        "<details><summary>什么是流水线？</summary>\n\n一串步骤。\n\n1. 为什么要它？\n\n</details>\n\n"
        "1.What is a pod?\n2. What is a node?\n3. How do you roll back?\n4. Explain a canary.\n5. Why use a mesh?\n",
        [
            "什么是流水线？",
            "What is a pod?",
            "What is a node?",
            "How do you roll back?",
            "Explain a canary.",
            "Why use a mesh?",
        ],
        None,
        "x.md",
        id="a bare list after unfolding answers",
    ),
    pytest.param(
        "* **一.变量**\n    * 1）静态变量存在哪里？\n    * 2）[引用](a.md)和指针的区别\n* **二.类**\n    * 1）构造相关\n        - 有哪些构造函数？\n"
        "        - 拷贝时发生什么？\n        - 移动\n    * 2）多态怎么实现？\n    * 3）虚函数表放在哪里？\n",
        [
            "静态变量存在哪里？",
            "引用和指针的区别",
            "构造相关",
            "多态怎么实现？",
            "虚函数表放在哪里？",
        ],
        ["1", "2", "1", "2", "3"],
        "x.md",
        id="numbered questions with details below and groups above",
    ),
    pytest.param(
        "### 自测\n\n- 对象占多少字节？\n- 指针指向哪里？\n- 方法放在哪里？\n\n### 1. 对象的布局\n\n一个结构体。\n\n"
        "### 面试题答案\n\n#### 1.\n\n十六。\n\n#### 布局\n\n八个一组。\n\n#### 2.\n\n#### 指向它的类\n\n#### 3.\n\n类里。\n",
        ["对象占多少字节？", "指针指向哪里？", "方法放在哪里？", "对象的布局"],
        None,
        "x.md",
        id="answers under numbered headings",
    ),
    pytest.param(
        "# 题库\n\n### 下载链接：[全部答案](https://a.b/c)\n\n### 1、什么是甲？\n\na\n\n### ✨✨✨\n\n### 2、什么是乙？\n\nb\n\n### https://a.b/d\n",
        ["什么是甲？", "什么是乙？"],
        ["1", "2"],
        "x.md",
        id="links and signs as headings",
    ),
    pytest.param(
        "# 缓存\n\n1.  > 穿透、击穿、雪崩\n\n    查不到。\n\n2.  > 布隆过滤器\n\n    > 位图。\n\n    几个散列。\n",
        ["穿透、击穿、雪崩", "布隆过滤器"],
        ["1", "2"],
        "x.md",
        id="numbered quotes",
    ),
    pytest.param(
        "# 快取\n\n## **題目**\n\n1. 穿透與雪崩\n2. 手寫 LRU\n3. 淘汰策略\n\n## **答案**\n\n1. ???\n2. ???\n",
        ["穿透與雪崩", "手寫 LRU", "淘汰策略"],
        ["1", "2", "3"],
        "x.md",
        id="topics listed under 題目, answers put off",
    ),
    pytest.param(
        "# Go\n\n## Questions\n\n- Goroutines and threads\n- Close a channel twice\n- Write a worker pool\n\n## Answers\n\n- TBD\n",
        ["Goroutines and threads", "Close a channel twice", "Write a worker pool"],
        None,
        "x.md",
        id="imperatives listed under Questions",
    ),
    pytest.param(
        "# React\n\n## useState\n\nA state that a component keeps from one rendering to the next.\n\n### Interview questions\n\n1. Batching\n2. Explain stale closures\n3. Rules of hooks\n",
        ["useState", "Batching", "Explain stale closures", "Rules of hooks"],
        None,
        "x.md",
        id="a topic with its list of questions",
    ),
    pytest.param(
        "# 算法\n\n## 两数之和\n\n### 题目\n\n1. 给一个数组\n2. 找两个下标\n3. 不能重复\n\n### 思路\n\n散列表。\n\n## 反转链表\n\n### 题目\n\n- 给头节点\n- 原地反转\n- 返回新头\n\n### 思路\n\n双指针。\n",
        ["两数之和", "反转链表"],
        None,
        "x.md",
        id="题目 over a task",
    ),
    pytest.param(
        "# Notes\n\n## What is a heap?\n\n## Answer\n\nA tree.\n\n## Explanation\n\nOrdered.\n\n## What is a stack?\n\nA list.\n\n## Example\n\nPlates.\n",
        ["What is a heap?", "What is a stack?"],
        None,
        "x.md",
        id="parts on the level of their questions",
    ),
    pytest.param(
        "# Redis\n\n## 缓存穿透\n\n查不到的键。\n\n### 问题\n\n1. 数据库压力大\n2. 恶意请求多\n3. 内存浪费\n\n## 什么是雪崩？\n\n同时过期。\n",
        ["缓存穿透", "什么是雪崩？"],
        None,
        "x.md",
        id="问题 over troubles",
    ),
    pytest.param(
        "# 后端\n\n## Python\n\n1. 什么是 GIL？\n   全局锁。\n2. 什么是装饰器？\n   包一层。\n\n## Go\n\n1. 什么是通道？\n2. 試解釋調度。\n\n"
        "## Rust\n\n1. 所有权\n2. 生命周期\n3. 请说明 trait 对象。\n",
        [
            "什么是 GIL？",
            "什么是装饰器？",
            "什么是通道？",
            "試解釋調度。",
            "所有权",
            "生命周期",
            "请说明 trait 对象。",
        ],
        ["1", "2", "1", "2", "1", "2", "3"],
        "x.md",
        id="lists without answers after lists with them",
    ),
    pytest.param(
        "# Java\n\n## 集合\n\n### List 和 Set 的区别\n\na\n\n### HashMap 的原理\n\nb\n\n### 红黑树的作用\n\nb\n\n### 什么是 fail-fast？\n\nc\n\n### 死锁\n\nd\n\n"
        "### Vector 和数组的区别\n\ne\n\n### [JVM](jvm.md)\n\n### 并发容器一览\n\n## 锁\n\n### 什么是公平锁？\n\nf\n\n### 什么是自旋锁？\n\ng\n\n### CAS 乐观锁\n\nh\n",
        [
            "List 和 Set 的区别",
            "HashMap 的原理",
            "红黑树的作用",
            "什么是 fail-fast？",
            "集合 › 死锁",
            "Vector 和数组的区别",
            "并发容器一览",
            "什么是公平锁？",
            "什么是自旋锁？",
            "CAS 乐观锁",
        ],
        None,
        "x.md",
        id="topics among headings that could ask",
    ),
    pytest.param(
        "# 笔记\n\n# 索引\n\n<details>\n<summary>什么是回表？</summary>\n\t再查一次。\n</details>\n\n<details>\n<summary>什么是覆盖索引？</summary>\n\t不回表。\n</details>\n\n"
        "# 锁\n\n<details>\n<summary>什么是间隙锁？</summary>\n\t锁间隙。\n</details>\n",
        ["什么是回表？", "什么是覆盖索引？", "什么是间隙锁？"],
        None,
        "x.md",
        id="索引 of a database",
    ),
    pytest.param(
        "* 网络\n* 关键词\n   * 连接\n* 什么是 TCP\n   * 三次握手\n   * 四次挥手\n* UDP\n   * 无连接\n* HTTP\n   * 无状态\n\n* 系统\n* 关键词\n   * 调度\n"
        "* 进程\n   * 资源单位\n      * 地址空间\n* 死锁\n   * 四个条件\n\n* 存储\n* 关键词\n   * 页\n* 文件\n   * 目录项\n",
        ["什么是 TCP", "UDP", "HTTP", "进程", "死锁", "文件"],
        None,
        "x.md",
        id="nested bullets alone, groups beside the topics",
    ),
    pytest.param(
        "- 缓存\n  - 什么是穿透？\n    - 查不到的键\n    - 布隆过滤器\n  - 雪崩\n    - 同时过期\n  - 击穿\n    - 热点过期\n- 队列\n  - 顺序\n    - 同一分区\n"
        "  - 积压\n    - 扩容\n    - 丢弃\n",
        ["什么是穿透？", "雪崩", "击穿", "顺序", "积压"],
        None,
        "x.md",
        id="nested bullets alone, groups above the topics",
    ),
    pytest.param(
        "# 网络\n\n- 分层的作用\n- 介绍一下 MAC 地址\n- 路由器和交换机的区别\n\n# TCP\n\n- TCP 与 UDP 的区别\n\n- 三次握手\n\n- 什么是拥塞控制\n- 超时重传的原理\n\n# HTTP\n\n- GET 和 POST 的区别\n- 长连接\n",
        [
            "分层的作用",
            "介绍一下 MAC 地址",
            "路由器和交换机的区别",
            "TCP 与 UDP 的区别",
            "三次握手",
            "什么是拥塞控制",
            "超时重传的原理",
            "GET 和 POST 的区别",
            "长连接",
        ],
        None,
        "x.md",
        id="bare bullets that could ask under every heading",
    ),
    pytest.param(
        "# Rust\n\n1. What is a move?\n   - Who owns it?\n   - When is it dropped?\n   - Why no copy?\n2. What is borrowing?\n   - Why one &mut?\n   - What is NLL?\n\n"
        "   Follow-up:\n   - What is a slice?\n3. Explain `Option<T>`.\n   - How to unwrap?\n",
        ["What is a move?", "What is borrowing?", "Explain Option<T>."],
        ["1", "2", "3"],
        "x.md",
        id="follow-ups under numbered questions",
    ),
    pytest.param(
        "# 模型\n\n1. 复读机\n    1. 💡 **什么是复读机？**\n\n        1. 数据\n        2. 目标\n\n    2. **怎么缓解？**\n\n        1. 温度\n        2. 惩罚\n\n"
        "2. 长度\n    1. 输入能无限长吗？\n\n        不能。\n\n3. 怎么选模型？\n\n    1. 看任务\n",
        ["💡 什么是复读机？", "怎么缓解？", "输入能无限长吗？", "怎么选模型？"],
        ["1", "2", "1", "3"],
        "x.md",
        id="numbered groups of numbered questions",
    ),
    pytest.param(
        "# Java\n\n## List<String> 和 List<Object> 有什么区别？\n\na\n\n## `Map<K, V>` 怎么遍历？\n\nb\n\n## `<a>` 和 `*args` <b>是什么</b>？\n\nc\n",
        ["List<String> 和 List<Object> 有什么区别？", "Map<K, V> 怎么遍历？", "<a> 和 *args 是什么？"],
        None,
        "x.md",
        id="types and code in titles",
    ),
    pytest.param(
        "# Ops\n\n1️⃣ What is CI?\nAnswer:\nMerging often.\n\n2️⃣ Docker and VM\nAnswer:\n- light\n- heavy\n\n---\n\n✅ Cloud\n\n🔟 Explain a subnet\nAnswer:\nA range.\n\n11️⃣ Services you used\nAnswer:\nTwo.\n",
        ["What is CI?", "Docker and VM", "Explain a subnet", "Services you used"],
        ["1", "2", "10", "11"],
        "x.md",
        id="keycap numbers",
    ),
    pytest.param(
        "# 前端\n\n## 說明\n\n持續更新。\n\n## 什麼是閉包？\n\n## 答案\n\n記得環境。\n\n## 說明與總結\n\n一個例子。\n\n## 什麼是原型？\n\n範本。\n\n## 總結\n\n完。\n",
        ["什麼是閉包？", "什麼是原型？"],
        None,
        "x.md",
        id="說明 and 答案 on the level of the questions",
    ),
    pytest.param(
        "# 前端\n\n## 1. 什么是盒模型？\n## 2. 什么是 BFC？\n\n## 网络部份\n## 1. 什么是强缓存？\n## 2. 什么是 CORS？\n## 3. 什么是 CDN？\n",
        ["什么是盒模型？", "什么是 BFC？", "什么是强缓存？", "什么是 CORS？", "什么是 CDN？"],
        ["1", "2", "1", "2", "3"],
        "x.md",
        id="a group heading before 1. on its own level",
    ),
    pytest.param(
        "#前端題庫\n\n隨意挑選。\n\n## <a name='toc'>目錄</a>\n\n  1. [貢獻](#who)\n  1. [常見](#general)\n\n####[[⬆]](#toc) <a name='who'>最初貢獻者：</a>\n\n* [@a](http://a.b) - http://a.b\n* [@c](http://c.d) - http://c.d\n\n"
        "####[[⬆]](#toc) <a name='general'>常見問題：</a>\n\n* 什麼是閉包？\n\n* 請談談你的編輯器。\n\t* 有外掛可加分\n\n* 描述事件代理。\n\n* 寫一個幻燈片\n\n"
        "####[[⬆]](#toc) <a name='code'>程式題：</a>\n\n```js\nmod(5, 2) // 1\n```\n\n問題：實現這個函式\n\n```js\n[1].concat(2);\n```\n\n問題：返回什麼？\n**答案：`[1, 2]`**\n\n"
        "####[[⬆]](#toc) <a name='more'>其他參考資料：</a>\n\n* http://a.b/c\n",
        [
            "什麼是閉包？",
            "請談談你的編輯器。",
            "描述事件代理。",
            "寫一個幻燈片",
            "實現這個函式",
            "返回什麼？",
        ],
        None,
        "x.md",
        id="bullets and code below groups that lead back to the top",
    ),
    pytest.param(
        "# Questions\n\n## Table of Contents\n\n1. [Code](#code)\n\n#### [⬆ back to top](#toc) Code Questions:\n\n```js\nf(1)\n```\n\n*Question: What does f return?*\n\n*Answer: 1*\n\n```js\ng(2)\n```\n\n*Question: Implement g.*\n\n"
        '#### [[↑]](#toc) Team\n\n- "Tell me about a conflict."\n- "Describe your role"\n- "How do you plan?"\n',
        [
            "What does f return?",
            "Implement g.",
            '"Tell me about a conflict."',
            '"Describe your role"',
            '"How do you plan?"',
        ],
        None,
        "x.md",
        id="emphasised labels below code, questions in quotes",
    ),
    pytest.param(
        "Network\n    * What is a subnet?\n    * Explain NAT.\n        * Why is it used?\n    * How does ARP work?\n\n資料庫\n    * 什麼是索引？\n    * 如何備份？\n    * Postgres?\n",
        [
            "What is a subnet?",
            "Explain NAT.",
            "How does ARP work?",
            "什麼是索引？",
            "如何備份？",
            "Postgres?",
        ],
        None,
        "x.md",
        id="lists indented below lines of text",
    ),
    pytest.param(
        "#Android：\n---\n**五种布局的特点对比**\n\n* 帧布局\n\n---\n\n**Activity 生命周期。**\n\n**如何保活？**\n\n**设置标志**\n\n* 会重启\n\n**提升优先级**\n * 有上限\n\n**监听广播**\n * 有代价\n\n**放进系统分区**\n\n---\n\n"
        "**Service 有哪两种启动方法**\n1.绑定。\n\n2.启动。\n\n** 3.Context 的区别 **\n\n个数不同。\n\n**图片缓存**\n\n**Gradle**\n\n构建工具。\n\n**下拉刷新的原理**\n\n**你是如何学习的**\n\n看书。\n",
        [
            "五种布局的特点对比",
            "Activity 生命周期。",
            "如何保活？",
            "Service 有哪两种启动方法",
            "Context 的区别",
            "图片缓存",
            "Gradle",
            "下拉刷新的原理",
            "你是如何学习的",
        ],
        None,
        "x.md",
        id="bold lines alone, and those that answer one of them",
    ),
    pytest.param(
        "#J2SE\n\n##基础\n---\n**基本类型的大小**\n\na\n\n**字符串能否改变**\n\nb\n\n**equals 与 == 的区别**\n\nc\n\n**泛型的优缺点**\n\nd\n\n**反射机制**\n\ne\n\n**OOM：**\n\nf\n\n**新特性**\n\ng\n\n"
        "###Collections\n\n**HashMap 的底层实现和区别**\n\nh\n\n**什么是扩容？**\n\ni\n\n**怎么遍历？**\n\nj\n\n**Hashcode 的作用**\n\nk\n\n**有哪些引用？**\n\nl\n",
        [
            "基本类型的大小",
            "字符串能否改变",
            "equals 与 == 的区别",
            "泛型的优缺点",
            "反射机制",
            "OOM",
            "新特性",
            "HashMap 的底层实现和区别",
            "什么是扩容？",
            "怎么遍历？",
            "Hashcode 的作用",
            "有哪些引用？",
        ],
        None,
        "x.md",
        id="bold lines below few headings, no blank after their signs",
    ),
    pytest.param(
        "#include <stdio.h>\n\n#define N 1\n\n#Java #面试\n\n##pragma once\n\n1、什么是宏？\n\n替换。\n\n2、什么是头文件？\n\n#golang\n\n声明。\n",
        ["什么是宏？", "什么是头文件？"],
        ["1", "2"],
        "x.txt",
        id="directives and tags are no headings",
    ),
    pytest.param(
        "# Spring\n\n## 第一章：容器\n\n### 1、初级面试题 - 什么是容器？\n\na\n\n### 2、高级面试题 - 为什么要它？\n\nb\n\n## 第二章：切面\n\n### 1、初级面试题 - \n\n### 2、高级面试题 —\n\n## 第三章：事务\n\n### 1、初级面试题：\n\n### 2、初级面试题：\n",
        ["初级面试题 - 什么是容器？", "高级面试题 - 为什么要它？"],
        ["1", "2"],
        "x.md",
        id="headings that nobody filled in",
    ),
    pytest.param(
        "# Git\n\n## What does git branch <BRANCH> do?\n\na\n\n## Is <b>rebase</b> <img src='a.png'/> <A HREF='x'>safe</A>?<br>\n\nb\n\n## 说说 <meta> 和 <script async> 的作用？\n\nc\n",
        ["What does git branch <BRANCH> do?", "Is rebase safe?", "说说 <meta> 和 <script async> 的作用？"],
        None,
        "x.md",
        id="words in angle brackets are no tags",
    ),
    pytest.param(
        "# Security: my notes\n## By [someone](https://a.b/c)\n\nWhat I read before my interviews, for whoever may need it, and how to go on from there.\n\n### Contents\n- [Network](#network)\n- [Web](#web)\n\n# Network\n\n- OSI\n\t- Seven layers.\n-\tNAT\n\t- One address.\n\n"
        "# Web\n\n- CORS\n\t- Other origins.\n- HSTS\n",
        ["Network", "Web"],
        None,
        "x.md",
        id="a byline over the contents",
    ),
    pytest.param(
        "# 面试\n\n**缓存的过期策略有哪些**？\n\n**消息队列的原理**？\n\n- 日志\n\n**有什么区别？**\n\n**01）<b>限流</b>**:\n\n令牌桶。\n",
        ["缓存的过期策略有哪些？", "消息队列的原理？", "有什么区别？", "限流"],
        None,
        "x.md",
        id="the question mark after the bold",
    ),
    pytest.param(
        "# T\n\n### 1. 什么是堆？\n\na\n\n### 2.\n### 3、[题目]\n### 4. (待补充)\n### 5. {question}\n### 6. 什么是栈？\n\nb\n\n### 7. TODO\n### 8. xxx\n### 9. xxx\n",
        ["什么是堆？", "什么是栈？"],
        ["1", "6"],
        "x.md",
        id="headings of a template",
    ),
    pytest.param(
        "【网络】\n\t1. 什么是三次握手？\n\t2. 如何排查丢包？\n\t3. 讲讲路由\n【系统】\n\t1. 什么是进程？\n\t2. 如何看负载？\n",
        ["什么是三次握手？", "如何排查丢包？", "讲讲路由", "什么是进程？", "如何看负载？"],
        ["1", "2", "3", "1", "2"],
        "x.txt",
        id="numbered lists indented below names in brackets",
    ),
    pytest.param(
        "# Practice questions\n\n## SQL\n\nTwo tables are given.\n\n* users(id, name)\n* orders(id, user)\n\n**1)** All users without an order.\n\n```sql\nSELECT 1;\n```\n\n**2)** The three largest orders. Ties count once.\n\n```sql\nSELECT 2;\n```\n\n## Strings\n\n**1) Vowels**. Count the vowels of a word\n\n* `f('tea')` = 2\n\n```python\nf = len\n```\n",
        [
            "All users without an order.",
            "The three largest orders. Ties count once.",
            "Vowels. Count the vowels of a word",
        ],
        ["1", "2", "1"],
        "x.md",
        id="numbered tasks that do not ask, with code below",
    ),
    pytest.param(
        "# 手写题\n\n**去重**。给定一个数组，去掉重复的数。\n\n```js\nf()\n```\n\n**反转**。实现字符串的反转。\n\n```js\ng()\n```\n\n**求和**：计算所有数的和。\n\n```js\nh()\n```\n",
        ["去重。给定一个数组，去掉重复的数。", "反转。实现字符串的反转。", "求和：计算所有数的和。"],
        None,
        "x.md",
        id="named tasks with code below",
    ),
    pytest.param(
        "Write a query for each of these:\n\n**1.** All cities.\n\n```sql\nSELECT 1;\n```\n\n**2.** The oldest city.\n\n```sql\nSELECT 2;\n```\n\n**3.** Its mayor.\n\n**Answer:** none.\n",
        ["All cities.", "The oldest city.", "Its mayor."],
        ["1", "2", "3"],
        "x.md",
        id="numbered tasks announced by the words above them",
    ),
    pytest.param(
        "# Install\n\n## Server\n\n**1)** Fetch the package.\n\n```sh\nget it\n```\n\n**2)** Start it.\n\n```sh\nrun it\n```\n\n**3)** Open the port.\n\n```sh\nopen it\n```\n",
        ["Server"],
        None,
        "x.md",
        id="steps of a recipe are no tasks",
    ),
    pytest.param(
        "# 缓存面试实录\n\n**面试官**：你好。\n\n**候选人**：你好。\n\n**面试官**：那你说说缓存穿透。（翻了翻简历）\n\n**候选人**：是指缓存里没有吗？\n\n（面试官点头）\n\n**面试官**：嗯，如果让你防住它，你会如何做？先讲思路。\n\n**候选人**：布隆过滤器？\n\n---\n\n他过了吗？后来再说。\n",
        ["那你说说缓存穿透。（翻了翻简历）", "嗯，如果让你防住它，你会如何做？先讲思路。"],
        None,
        "x.md",
        id="in a dialogue only the interviewer asks",
    ),
    pytest.param(
        "# 一面\n\n> **面试官:** 简历上有锁，讲讲自旋吧。\n\n> **我:** 转圈等。\n\n> **面试官:** 分析得不错。\n\n> **面试官追问：** 转太久呢？\n\n> **我:** 睡。\n",
        ["简历上有锁，讲讲自旋吧。", "转太久呢？"],
        None,
        "x.md",
        id="a dialogue in quotes, with praise and a further question",
    ),
    pytest.param(
        "1、什么是锁？\n\n面试官：为什么要锁？\n\n我：怕乱。\n\n面试官：还有呢？\n\n我：没了。\n\n2、什么是堆？\n\n一种树。\n\n3、什么是栈？\n\n一种表。\n",
        ["什么是锁？", "什么是堆？", "什么是栈？"],
        ["1", "2", "3"],
        "x.txt",
        id="a dialogue within the answer to a numbered question",
    ),
    pytest.param(
        "Interviewer: Welcome.\nCandidate: Thanks. How are you?\nInterviewer: Fine. Tell me about locks.\nCandidate: They serialise.\nInterviewer:\nWhat is a spin lock?\nCandidate: A loop.\n",
        ["Fine. Tell me about locks.", "What is a spin lock?"],
        None,
        "x.txt",
        id="a dialogue in plain text",
    ),
    pytest.param(
        "## 什么是锁？\n\n面试官：为什么要锁？\n\n我：怕乱。\n\n## 什么是堆？\n\n一种树。\n\n## 什么是栈？\n\n面试官：举个例子？\n\n我：盘子。\n",
        ["什么是锁？", "什么是堆？", "什么是栈？"],
        None,
        "x.md",
        id="a dialogue below a heading that asks is part of the answer",
    ),
    pytest.param(
        "# 网络\n\n## 预加载\n\n先把之后要用的资源取来，用时就不必再等。\n\n## 预渲染\n\n先在后台把之后要看的页面画好。\n\n# 其他\n\n## 监控\n\n把出错的地方报给服务器，之后再看。\n\n## 面试题\n\n**如何一次画出几万个点？**\n\n分成许多次来画。\n",
        ["网络 › 预加载", "网络 › 预渲染", "其他 › 监控", "如何一次画出几万个点？"],
        None,
        "x.md",
        id="the one question under 面试题 at the end of a handbook",
    ),
    pytest.param(
        "## Queues\n\nWork that can wait is put into a queue.\n\n### Brokers\n\nA broker keeps the messages until they are read.\n\n### Back pressure\n\nA full queue turns new work away.\n\n### Source(s) and further reading\n\n* [A talk](https://a.b/c)\n",
        ["Brokers", "Back pressure"],
        None,
        "x.md",
        id="a list of sources is no topic",
    ),
    pytest.param(
        "一、树\n单模型\n1、损失函数的形式\n\n2、剪枝的原理\n\n3、怎么选特征\n\n集成\n1、甲和乙的区别\n\n2、随机森林的原理\n\n3、为什么要二阶导\n\n学习链接\nhttps://a.b/c\n\n二、网络\n1、卷积的作用\n\n2、池化的作用\n\n3、残差的原理\n\n4、梯度消失的原因\n\n5、https://a.b/d\n",
        [
            "损失函数的形式",
            "剪枝的原理",
            "怎么选特征",
            "甲和乙的区别",
            "随机森林的原理",
            "为什么要二阶导",
            "卷积的作用",
            "池化的作用",
            "残差的原理",
            "梯度消失的原因",
        ],
        ["1", "2", "3", "1", "2", "3", "1", "2", "3", "4"],
        "x.txt",
        id="lists without answers, counted anew in each chapter of a plain text",
    ),
    pytest.param(
        "一、锁\n    只让一个进来。\n    数据库的锁\n        插入一行。\n\n二、事务\n    全做或全不做。\n    提交\n        写日志。\n\n三、选主\n    多数同意。\n    超时\n        随机。\n\n四、广播\n    人人收到。\n    次序\n        一样。\n",
        ["锁", "事务", "选主", "广播"],
        None,
        "x.txt",
        id="chapters at the margin, all else indented",
    ),
    pytest.param(
        "# 附录\n\n## 第一轮\n\n> 面试官的目标：确认你是否会用。\n\n| 常见面试问题 | 答案索引 |\n|:--|:--|\n| 什么是容器？ | [第一章](a.md) |\n| 镜像和容器有什么区别？ | [第一章](a.md) |\n| 如何减小镜像？ | [第二章](b.md) |\n\n## 第二轮\n\n> 面试官的目标：检验你是否理解。\n\n| 常见面试问题 | 答案索引 |\n|:--|:--|\n| 容器之间如何通信？ | [第三章](c.md) |\n| 卷和挂载有什么区别？ | [第三章](c.md) |\n| 缓存是怎么工作的？ | [第四章](d.md) |\n",
        [
            "什么是容器？",
            "镜像和容器有什么区别？",
            "如何减小镜像？",
            "容器之间如何通信？",
            "卷和挂载有什么区别？",
            "缓存是怎么工作的？",
        ],
        None,
        "x.md",
        id="tables 常见面试问题 | 答案索引 below remarks that are no questions",
    ),
    pytest.param(
        "## 📌 真题\n\n| 类别 | 核心问题 |\n|--|--|\n| 基础 | 为什么快？ |\n| 持久 | 两种方式怎么选？ |\n| 锁 | 如何实现锁？ |\n",
        ["为什么快？", "两种方式怎么选？", "如何实现锁？"],
        None,
        "x.md",
        id="a table whose last column asks has no answers",
    ),
    pytest.param(
        "#### 自我介绍\n\n你好。\n\n#### 工作内容\n\n> **Q：测试有哪些种类？**\n>\n> 功能、性能。\n>\n> **Q：流程是怎么样的？**\n>\n> 先分析，再执行。\n\n#### 管理\n\n>Q：**如何适应压力？**\n>\n>列出轻重。\n",
        ["自我介绍", "测试有哪些种类？", "流程是怎么样的？", "如何适应压力？"],
        None,
        "x.md",
        id="Q： within a long quote",
    ),
    pytest.param(
        "## Q: What is overfitting?\n## 问：什么是过拟合？\n\n答：记住了噪声。\n\n## Q: What is recall?\n\n## 问：什么是召回率？\n\n找回了多少。\n\n## Q: What is bias?\n## 问：什么是偏差？\n\n平均错多少。\n",
        ["What is overfitting?", "What is recall?", "What is bias?"],
        None,
        "x.md",
        id="a question in two headings, one a language",
    ),
    pytest.param(
        "大模型怎么训练？\n编码器是什么？\n分词器是什么？\n怎么微调？自己做过没有？\n\n# 详解\n\n## 1. 大模型是怎么训练出来的？\n\n先预训练。\n\n## 2. 编码器与解码器\n\n一个读，一个写。\n\n## 3. 大模型的分词器是什么？\n\n切成词片。\n\n## 4. 怎样微调？\n\n用标注的数据。\n",
        ["大模型是怎么训练出来的？", "编码器与解码器", "大模型的分词器是什么？", "怎样微调？"],
        ["1", "2", "3", "4"],
        "x.md",
        id="questions before the first heading, answered below it in other words",
    ),
    pytest.param(
        "# 推荐\n\n## 业务\n\n转化率是看过的人里买了的那一部分，按天来算。\n\n## 思路\n\n召回、排序。\n\n### 召回\n\n从一切里取出几百个，要快而不漏，多路合并。\n\n### 排序\n\n给这几百个打分，按分数放好，分数要准。\n",
        ["业务", "思路 › 召回", "思路 › 排序"],
        None,
        "x.md",
        id="思路 over headings is a chapter",
    ),
    pytest.param(
        "## 19. 什么是堆？\n\n一种树。\n\n20. 栈可能遇到什么问题。\n\n会溢出。\n\n## 21. 什么是队列？\n\n先进先出。\n",
        ["什么是堆？", "栈可能遇到什么问题。", "什么是队列？"],
        ["19", "20", "21"],
        "x.md",
        id="a heading without its mark between two that have theirs",
    ),
    pytest.param(
        "## 六、什么是信号量？\n\n一个计数。\n\n## 七、什么是优先级翻转？\n（1）现象：干等。\n\n八、队列传的是值还是指针？\n值。\n\n九、任务通知为什么快？\n不要中间的对象。\n\n十、堆的几种做法\n（1）甲\n",
        [
            "什么是信号量？",
            "什么是优先级翻转？",
            "队列传的是值还是指针？",
            "任务通知为什么快？",
            "堆的几种做法",
        ],
        None,
        "x.md",
        id="headings whose marks are left out from the eighth on",
    ),
    pytest.param(
        "# Terms\n\n## A – C\n\n- **Apdex** — a score from 0 to 1.\n- **Bulkhead** — a pool for each dependency.\n* **Canary** – a small share goes first.\n\n## D – G\n\n- **Dark launch** — answers are thrown away.\n- **Error budget** — one minus the goal.\n  - spent: stop\n- **Game day** — a planned failure.\n\n## H – Z\n\n- **Jitter** — a random part of the wait.\n- **SLO** — the goal.\n- **Toil**: work that a script could do.\n",
        ["Apdex", "Bulkhead", "Canary", "Dark launch", "Error budget", "Game day", "Jitter", "SLO", "Toil"],
        None,
        "x.md",
        id="a glossary by letters",
    ),
    pytest.param(
        "## 面试题目\n\n### Java\n1. 甲和乙的区别？\n2. 什么时候变成树？\n\n### 系统\n3. 超时了怎么排查？\n4. 如何分页？\n\n### 算法\n5. 手撕：前几个高频的词\n",
        ["甲和乙的区别？", "什么时候变成树？", "超时了怎么排查？", "如何分页？", "手撕：前几个高频的词"],
        ["1", "2", "3", "4", "5"],
        "x.md",
        id="a count that goes on under the next heading",
    ),
    pytest.param(
        "## 并发\n\n### 协程\n\n进程和线程的区别？\n\n协程数量怎么限制？\n> 用通道。\n\n### 通道\n\n通道是什么？为什么安全？\n- 收发都是原子的\n\n通道怎么实现？\n\nnew和make的区别：\n- 一个给指针，一个给值\n\n### 等待组\n\n- 主协程等所有协程做完才走，计数归零时放行，不要复制它。\n\n### 锁\n\n有几种锁？\n- 互斥、读写\n\n数据竞争如何解决？\n> 加锁。\n\n## 语法\n\n### 切片\n\n切片怎么扩容？\n\nnil 切片和空切片有什么区别？\n",
        [
            "进程和线程的区别？",
            "协程数量怎么限制？",
            "通道是什么？为什么安全？",
            "通道怎么实现？",
            "new和make的区别",
            "并发 › 等待组",
            "有几种锁？",
            "数据竞争如何解决？",
            "切片怎么扩容？",
            "nil 切片和空切片有什么区别？",
        ],
        None,
        "x.md",
        id="lone lines that ask under headings that do not",
    ),
    pytest.param(
        "**Q1：什么是过拟合？**\n\n记住了噪声。\n\n**怎么发现过拟合？**\n\n看验证集。\n\n**Q2：什么是召回率？**\n\n找回了多少。\n\n##### 分母\n\n相关的全部。\n\n##### 分子\n\n找回的相关的。\n\n**Q3：什么是偏差？**\n\n平均错多少。\n\n## 训练\n\n**Q4：什么是批？**\n\n一次看几条。\n\n**Q5：什么是轮？**\n\n全部看一遍。\n\n**Q6：什么是步长？**\n\n一次走多远。\n",
        ["什么是过拟合？", "什么是召回率？", "什么是偏差？", "什么是批？", "什么是轮？", "什么是步长？"],
        ["1", "2", "3", "4", "5", "6"],
        "x.md",
        id="headings and bold lines between **Q2** and **Q3** part the answer",
    ),
    pytest.param(
        "## 基础\n\n### 1.表和集的区别\n一个有序。\n\n### 2.怎么保证不重复？\n看散列值。\n\n### 3.扩容的过程\n翻倍。\n\n## 关于网络\n1.三种模型有什么区别？\n2.各大组件。\n3.粘包的原因及解决方法。\n4.零拷贝的实现。\n5.长度怎么定？\n1）已经知道，就写上\n2）还不知道，就分块\n\n## 数据库\n1.分页有什么优化。\n2.悲观锁、乐观锁。\n\n3.组合索引，最左原则。\n4.事务的特性和隔离级别。\n5.索引怎么分类？\n",
        [
            "表和集的区别",
            "怎么保证不重复？",
            "扩容的过程",
            "三种模型有什么区别？",
            "各大组件。",
            "粘包的原因及解决方法。",
            "零拷贝的实现。",
            "长度怎么定？",
            "分页有什么优化。",
            "悲观锁、乐观锁。",
            "组合索引，最左原则。",
            "事务的特性和隔离级别。",
            "索引怎么分类？",
        ],
        ["1", "2", "3", "1", "2", "3", "4", "5", "1", "2", "3", "4", "5"],
        "x.md",
        id="lists counted under chapters beside one that counts in headings",
    ),
    pytest.param(
        "## 1.并发安全\n\n> 并发安全是什么？如何确保？\n\n### 解答：\n\n一次只让一个改。\n\n## 2.defer\n\n> defer 有什么作用？请给出示例。\n\n### 解答：\n\n退出前执行。\n\n### 代码示例：\n\n关文件。\n",
        ["并发安全", "defer"],
        ["1", "2"],
        "x.md",
        id="a heading, what it asks as a quote below, 解答 below that",
    ),
    pytest.param(
        "1. **什么是栈？**\n\n   后进先出。\n\n2. **什么是堆？**\n\n   一种树。\n\n3. **静态变量放在哪里？**\n\n   静态区。\n\n4. 写道题：非递归求树的高度\n\n5. **什么是引用？**\n\n   别名。\n\n   1. 不能为空\n\n6. **虚表在哪里？**\n\n   只读区。\n",
        [
            "什么是栈？",
            "什么是堆？",
            "静态变量放在哪里？",
            "写道题：非递归求树的高度",
            "什么是引用？",
            "虚表在哪里？",
        ],
        ["1", "2", "3", "4", "5", "6"],
        "x.md",
        id="a plain entry between bold ones of the same count",
    ),
    pytest.param(
        "- 装饰器有多少种\n函数的和类的\n- 实现类装饰器\n```\nclass D:\n    pass\n```\n- 进程、线程、协程\n一个比一个轻\n- 文件不关闭会怎么样？\n资源不放\n- 解释器的锁\n一次一个线程\n- 内存管理\n计数和回收\n- is和==的区别\n一个比身份，一个比值\n- 为什么用is比较None\n只有一个\n",
        [
            "装饰器有多少种",
            "实现类装饰器",
            "进程、线程、协程",
            "文件不关闭会怎么样？",
            "解释器的锁",
            "内存管理",
            "is和==的区别",
            "为什么用is比较None",
        ],
        None,
        "x.md",
        id="bullets with their answers flush below",
    ),
    pytest.param(
        "## 面试复盘\n\n如何证明网络能学到特征交叉？\n\n召回离线评估\n\n怎么保证空间一致？\n\n（跨场景的用法）\n\n样本构造有什么差异？\n\n\n合并几个有序链表\n\n手写一个栈\n",
        [
            "如何证明网络能学到特征交叉？",
            "召回离线评估",
            "怎么保证空间一致？",
            "样本构造有什么差异？",
            "合并几个有序链表",
            "手写一个栈",
        ],
        None,
        "x.md",
        id="lone lines of an interview, some of which ask",
    ),
    pytest.param(
        "#### 基础问题\n\n* **1、有哪些常见的任务：**\n\n  * 标注\n  * 分类\n\n* **2、怎么得到句向量**\n\n  * 平均\n\n* **3、样本不平衡怎么解决？ **\n\n  - 多采\n  - 少采\n\n* **4、过拟合怎么解决？**\n\n  - **加数据：**\n\n  - - 更多\n",
        ["有哪些常见的任务", "怎么得到句向量", "样本不平衡怎么解决？", "过拟合怎么解决？"],
        ["1", "2", "3", "4"],
        "x.md",
        id="counted bold bullets, one with a colon and one with a blank before its marks",
    ),
    pytest.param(
        "# 清单\n\n - [ ] 你用哪些工具？\n\n -  数据库\n - [ ] 什么是注入？\n - [ ] 有几种注入方式？\n - [x] 宽字符的原理是什么？\n - [ ] 怎么防注入？\n\n -  系统\n - [ ] 怎么加固系统？\n - [ ] 日志在哪里看？\n - [ ] 怎么看登录日志？\n - [ ] 你的思路是什么？\n - 1)收集，\n   - 域名是谁的\n - 2)扫描\n   - 扫一遍端口\n - [ ] 怎么提权？\n",
        [
            "你用哪些工具？",
            "什么是注入？",
            "有几种注入方式？",
            "宽字符的原理是什么？",
            "怎么防注入？",
            "怎么加固系统？",
            "日志在哪里看？",
            "怎么看登录日志？",
            "你的思路是什么？",
            "怎么提权？",
        ],
        None,
        "x.md",
        id="boxes to tick, with plain bullets as groups and as an answer",
    ),
    pytest.param(
        "# 视觉\n\n    【基础】  \n    卷积的作用  \n    你了解池化嘛  \n    感受野怎么算  \n    \n    空洞卷积是什么  \n\n    【检测】  \n    两阶段与单阶段的区别  \n    YOLO 为什么快  \n    NMS 的流程  \n\n# 语言\n\n    虚函数的实现原理  \n    智能指针  \n    map 底层如何实现  \n\n# 其他\n\n    堆和栈的区别  \n    线程怎么同步  \n    图片怎么存  \n",
        [
            "卷积的作用",
            "你了解池化嘛",
            "感受野怎么算",
            "空洞卷积是什么",
            "两阶段与单阶段的区别",
            "YOLO 为什么快",
            "NMS 的流程",
            "虚函数的实现原理",
            "智能指针",
            "map 底层如何实现",
            "堆和栈的区别",
            "线程怎么同步",
            "图片怎么存",
        ],
        None,
        "x.md",
        id="lines and nothing more, indented, in groups of brackets",
    ),
    pytest.param(
        "### 要求\n- 会写代码\n- 懂模型\n\n### 技术面问题\n#### 简历\n- FM 的公式，求导\n- 特征怎么选\n\n#### 基础\n- [SVM 的推导，核函数？][a]\n- [ 树模型要归一化吗？][a]\n- 过拟合怎么办？\n- 泊松分布\n- 解释对偶\n- LR 的推导\n\n[a]: https://a.example/1\n",
        [
            "FM 的公式，求导",
            "特征怎么选",
            "SVM 的推导，核函数？",
            "树模型要归一化吗？",
            "过拟合怎么办？",
            "泊松分布",
            "解释对偶",
            "LR 的推导",
        ],
        None,
        "x.md",
        id="bullets under 技术面, some of them links by reference",
    ),
    pytest.param(
        "# 面试题\n\n## 一、基础\n\n### 1. 注意力\n\n**公式**\n\n点积。\n\n### 2. 多模态落地\n\n**架构**\n\n三段。\n\n**落地**\n\n1. 身份核验：识别证件。\n2. 流水识别：汇总收入。\n3. 报告生成：给人看。\n\n### 3. 正则化\n\n1. 数据增强\n2. 早停\n3. Dropout\n",
        ["基础 › 注意力", "基础 › 多模态落地", "基础 › 正则化"],
        ["1", "2", "3"],
        "x.md",
        id="lists inside counted entries under 面试题 answer them",
    ),
    pytest.param(
        "# 题\n\n- [ ] 解釋原型繼承是如何運作的。\n\n> Explain how prototypal inheritance works\n\n- [x] 描述三種宣告之間的區別。\n\n> What are the differences between the three declarations?\n\n- [ ] 事件循環是什麼？\n\n> What is the event loop?\n",
        ["解釋原型繼承是如何運作的。", "描述三種宣告之間的區別。", "事件循環是什麼？"],
        None,
        "x.md",
        id="items with a quote that says them in another language",
    ),
    pytest.param(
        "面试题：https://a.example/s/1\n1、为什么晚上上线？\n人少。\n\n2、什么是接口？\n（1）对外的服务。\n（2）分两种。\n3、接口测试流程？\n\n4、工具怎么选？\n看协议。\n\n--bug\n1、复现率低怎么办？\n先提交。\n2、生命周期是什么？\n从发现到关闭。\n3、开发不认怎么办？\n讲清影响。\n",
        [
            "为什么晚上上线？",
            "什么是接口？",
            "接口测试流程？",
            "工具怎么选？",
            "复现率低怎么办？",
            "生命周期是什么？",
            "开发不认怎么办？",
        ],
        ["1", "2", "3", "4", "1", "2", "3"],
        "x.txt",
        id="an address after 面试题, and a count that begins again below a line",
    ),
    pytest.param(
        "# 系统题库\n\n标 ★ 的必会。\n\n## 内存\n\n★1. 解释页表的作用。\n2. 什么是缺页？\n★3. 解释大页的好处。\n4. 什么是写时复制？\n\n## 进程\n\n★5. 解释上下文切换。\n6. 什么是信号？\n7. 什么是僵尸进程？\n★8. 解释管道。\n\n## 取舍\n\n10. 大页不一定更快：构造一个反例，并说明看哪个计数器，再给出你的判断依据。\n11. 线程加倍后变慢：给出两种可能，并说明怎样区分它们，再说明先改什么。\n12. 锁换成原子变量后仍慢：描述原因，并说明用什么工具确认，再说明收益从何来。\n\n## 设计\n\n9. 写一个内存池，怎样设计？\n",
        [
            "解释页表的作用。",
            "什么是缺页？",
            "解释大页的好处。",
            "什么是写时复制？",
            "解释上下文切换。",
            "什么是信号？",
            "什么是僵尸进程？",
            "解释管道。",
            "大页不一定更快：构造一个反例，并说明看哪个计数器，再给出你的判断依据。",
            "线程加倍后变慢：给出两种可能，并说明怎样区分它们，再说明先改什么。",
            "锁换成原子变量后仍慢：描述原因，并说明用什么工具确认，再说明收益从何来。",
            "写一个内存池，怎样设计？",
        ],
        ["1", "2", "3", "4", "5", "6", "7", "8", "10", "11", "12", "9"],
        "x.md",
        id="a star before some numbers of a count that goes through the whole file",
    ),
    pytest.param(
        "词袋有什么缺点？\n语言模型是什么？\nRelu 为什么常用？\n\n注意力怎么算？\n掩码有什么用？\n\n残差为什么有效？\n\n什么是过拟合？\n什么是欠拟合？\n\n学习率怎么选？\nBN 和 LN 的区别？\n\n召回阶段的负样本采样\n\nAUC 是什么？\n\n为什么要归一化？\n",
        [
            "词袋有什么缺点？",
            "语言模型是什么？",
            "Relu 为什么常用？",
            "注意力怎么算？",
            "掩码有什么用？",
            "残差为什么有效？",
            "什么是过拟合？",
            "什么是欠拟合？",
            "学习率怎么选？",
            "BN 和 LN 的区别？",
            "召回阶段的负样本采样",
            "AUC 是什么？",
            "为什么要归一化？",
        ],
        None,
        "x.md",
        id="lines that ask, some right below each other, and one that does not",
    ),
    pytest.param(
        "用过 redis 么\n\nRedis 的特点\n\n持久化怎么做，有什么优缺点。\n\nRedis 的应用\n\n缓存和数据库怎样一致？\n\n分布式锁的实现\n\n集群扩容时请求会怎样？\n\n主从同步的原理\n\n- 过期键怎么删\n- 内存淘汰策略\n- 事务\n- 管道为什么快\n",
        [
            "用过 redis 么",
            "Redis 的特点",
            "持久化怎么做，有什么优缺点。",
            "Redis 的应用",
            "缓存和数据库怎样一致？",
            "分布式锁的实现",
            "集群扩容时请求会怎样？",
            "主从同步的原理",
            "过期键怎么删",
            "内存淘汰策略",
            "事务",
            "管道为什么快",
        ],
        None,
        "x.md",
        id="lone lines and bare bullets of which half asks",
    ),
    pytest.param(
        "一面：\n  1.事件循环是什么\n  2.深拷贝和浅拷贝\n3.闭包有什么用\n4.防抖和节流\n\n链接：https://a.example/1\n\nCSS\n1. 盒模型的理解\n2. 怎么居中\n3. Flex 布局\n\n说一下生命周期\n为什么列表要有 key\n跨域怎么解决\n缓存的区别\n\n强缓存和协商缓存的区别\n请求的方法有哪些\n",
        [
            "事件循环是什么",
            "深拷贝和浅拷贝",
            "闭包有什么用",
            "防抖和节流",
            "盒模型的理解",
            "怎么居中",
            "Flex 布局",
            "说一下生命周期",
            "为什么列表要有 key",
            "跨域怎么解决",
            "缓存的区别",
            "强缓存和协商缓存的区别",
            "请求的方法有哪些",
        ],
        None,
        "x.txt",
        id="lines of interviews, some counted, some not",
    ),
    pytest.param(
        "# 面经\n\n## 甲公司\n\n### 一面\n\n- 反转链表\n- 管道是什么？\n    * 内存里的一段缓冲。\n- 用户表里哪个年龄的人最多\n    * 分组再排序。\n- 讲讲堆排序\n\n### 二面（技术）\n\n- 开根\n- Redis\n    * 线程模型\n- 线程池\n\n### 复盘\n\n- 多看源码\n",
        ["反转链表", "管道是什么？", "用户表里哪个年龄的人最多", "讲讲堆排序", "开根", "Redis", "线程池"],
        None,
        "x.md",
        id="bullets of rounds, of which few ask",
    ),
    pytest.param(
        "八、什么是协程？\n 用户态的切换。\n\n九、什么是装饰器？\n包一层函数。\n\n\n十、垃圾怎么回收？\n引用计数。\n\n十一、套接字怎么用？\n先建再连。\n\nquestion：几种数据库的区别\n\n看场景。\n",
        ["什么是协程？", "什么是装饰器？", "垃圾怎么回收？", "套接字怎么用？", "几种数据库的区别"],
        None,
        "x.txt",
        id="Chinese numerals, and one question by its label",
    ),
    pytest.param(
        "#rank之间的区别\nrow_number 直接排。\n#join之间的区别\n内连接只留两边都有的。\n#窗口函数是什么\n不减少行。\n#时间怎么相减\ndatediff。\n",
        ["rank之间的区别", "join之间的区别", "窗口函数是什么", "时间怎么相减"],
        None,
        "x.md",
        id="headings without a blank, in Latin letters, too",
    ),
    pytest.param(
        "# 背景\n\n6. 转方向时最难补的是哪一课？\n\n7. 你学过网络和系统。请分别讲一下：\n\n   * 哪一门有用？\n   * 哪一门最弱？\n\n8. 你现在做推理，请具体讲一下：\n\n   * 关注几个问题？\n   * 为什么有价值？\n\n## 方法\n\n10. 你先讲问题本身：\n\n* 什么是零样本？\n* 瓶颈是什么？\n\n11. 为什么解码器能补？\n\n12. 为什么会破坏对齐？\n\n* 是特征漂移吗？\n* 怎么验证？\n\n13. 怎么衡量收益？\n",
        [
            "转方向时最难补的是哪一课？",
            "你学过网络和系统。请分别讲一下",
            "你现在做推理，请具体讲一下",
            "你先讲问题本身",
            "为什么解码器能补？",
            "为什么会破坏对齐？",
            "怎么衡量收益？",
        ],
        ["6", "7", "8", "10", "11", "12", "13"],
        "x.md",
        id="bullets between one number and the next ask further",
    ),
    pytest.param(
        "# 复习\n\n## 实习\n做什么工作\n写渲染。\n\n贴图怎么导出:\n\n先解码，再写盘。\n\n接口怎么做\n生成脚本接口。\n\n怎么测试性能\n看火焰图。\n\n优化策略\n并行。\n多线程导出。\n\n改了哪些着色器\n环境光那一支。\n\n为什么要用高动态范围\n细节更多。\n\n## 图形学\n\n### 光照\n\n漫反射各个方向一样亮，镜面反射只在一个方向亮，两者相加再加环境光。\n\n### 阴影\n\n从光源看一遍，记下深度，再从相机看时比较深度，深的就在阴影里。\n",
        [
            "做什么工作",
            "贴图怎么导出",
            "接口怎么做",
            "怎么测试性能",
            "优化策略",
            "改了哪些着色器",
            "为什么要用高动态范围",
            "图形学 › 光照",
            "图形学 › 阴影",
        ],
        None,
        "x.md",
        id="short lines with their answers right below under a heading",
    ),
    pytest.param(
        "### 甲\n1. 锁:\n\n   1. 别忘了释放。\n\n2. 队列：\n\n   1. 先进先出。\n\n### 乙一面\n3. 为什么指标不好？：换分组的指标\n\n### 乙二面\n\n4. 高频词如何处理：\n   1. 二次采样。\n5. 坐标下降：每次沿一个方向优化，直到收敛为止，不用梯度。\n6. 不可导怎么办：坐标下降算法来优化\n7. 约束如何处理：拉格朗日乘子法，看书。\n8. 长序列如何处理：先分开建模，再合起来预测\n\n## 丙\n1. 损失怎么写\n   1. 交叉熵。\n2. 如何更新\n3. 类别特征如何处理\n4. 隐层为什么不用它\n",
        [
            "锁",
            "队列",
            "为什么指标不好？：换分组的指标",
            "高频词如何处理",
            "坐标下降：每次沿一个方向优化，直到收敛为止，不用梯度。",
            "不可导怎么办：坐标下降算法来优化",
            "约束如何处理：拉格朗日乘子法，看书。",
            "长序列如何处理：先分开建模，再合起来预测",
            "损失怎么写",
            "如何更新",
            "类别特征如何处理",
            "隐层为什么不用它",
        ],
        ["1", "2", "3", "4", "5", "6", "7", "8", "1", "2", "3", "4"],
        "x.md",
        id="a count through the headings of companies, answers after colons",
    ),
    pytest.param(
        "## Shell\n\n* What does 0750 mean?\n* What is an alias?\n* What do these commands do?\n * ```tee```\n * ```awk```\n * ```cut```\n* What does & do?\n* What is a packet filter?\n",
        [
            "What does 0750 mean?",
            "What is an alias?",
            "What do these commands do?",
            "What does & do?",
            "What is a packet filter?",
        ],
        None,
        "x.md",
        id="bullets set in by one blank",
    ),
    pytest.param(
        "## 概念\n\n*   类和函数有什么区别？\n*   箭头函数有什么好处？\n*   什么是承诺？\n*   如何共享代码？\n*   高阶函数的定义是什么？\n\n## 编码问题\n\n*   让它能跑：\n\n```js\ndup([1])\n```\n\n*   创建一个循环，遇到三的倍数打印\n*   返回哪些内容？\n\n```js\n1 && 2\n```\n\n*   编写立即调用的函数\n",
        [
            "类和函数有什么区别？",
            "箭头函数有什么好处？",
            "什么是承诺？",
            "如何共享代码？",
            "高阶函数的定义是什么？",
            "让它能跑",
            "创建一个循环，遇到三的倍数打印",
            "返回哪些内容？",
            "编写立即调用的函数",
        ],
        None,
        "x.md",
        id="bullets that bid, with code below",
    ),
    pytest.param(
        "## 甲公司\n### 初面\n1. 批归一化\n2. 与组归一化的差别\n3. 一道算法题\n### CTO面\n回答不好的点\n\n1. 部署的流程\n2. 加噪声的方法\n   + 高斯\n   + 泊松\n\n乙科技：\n1. 激活的公式\n2. 手写去重\n3. 目标的大小\n\n丙二面：\n1. 何时退化\n2. 多分支的好处\n\n## 反问\n1. 团队\n2. 业务\n",
        [
            "批归一化",
            "与组归一化的差别",
            "一道算法题",
            "部署的流程",
            "加噪声的方法",
            "激活的公式",
            "手写去重",
            "目标的大小",
            "何时退化",
            "多分支的好处",
        ],
        ["1", "2", "3", "1", "2", "1", "2", "3", "1", "2"],
        "x.md",
        id="counted anew for each company below a round",
    ),
    pytest.param(
        "# 面试问题整理\n\n## 缓存\n\n### 应用场景\n\n1. 会话\n2. 锁\n3. 排行\n\n### 单线程为什么快\n\n1. 纯内存\n2. 没有切换\n3. 多路复用\n\n### 如何防雪崩\n\n1. 错开时间\n2. 限流\n3. 多副本\n\n### 穿透怎么办\n\n1. 布隆过滤器\n2. 缓存空值\n3. 校验\n\n## 数据库\n\n### 事务的要素\n\n1. 原子\n2. 一致\n3. 隔离\n\n### 日志的区别\n\n1. 一个在引擎\n2. 一个在上层\n3. 写法不同\n",
        ["应用场景", "单线程为什么快", "如何防雪崩", "穿透怎么办", "事务的要素", "日志的区别"],
        None,
        "x.md",
        id="a title that announces questions over headings that are answered by lists",
    ),
    pytest.param(
        "<!-- markdown-toc start - do not edit -->\n* [基础](#基础)\n    * 1、函数\n        * 1.1、什么是闭包？\n        * 1.2、什么是装饰器？\n    * 2、网络\n        * 2.1、握手几次？\n        * 2.2、为什么挥手四次？\n        * 2.3、什么是粘包？\n<!-- markdown-toc end -->\n\n# 基础\n## 1 函数\n## 1.1 什么是闭包？\n记住环境的函数。\n## 1.2 什么是装饰器？\n包一层。\n## 2、 网络\n## 2.1 握手几次？\n三次。\n",
        ["什么是闭包？", "什么是装饰器？", "握手几次？"],
        ["1.1", "1.2", "2.1"],
        "x.md",
        id="contents that a program keeps, chapters counted on the level of their questions",
    ),
    pytest.param(
        "### 第一部分：传输层\n\n### 1. 说一下七层模型\n\n#### （1）五层协议\n\n应用、传输、网络。\n\n#### （2）表示层管什么？\n\n编码。\n\n#### 2. 两种报头的格式\n\n都有端口。\n\n### 3. 三次握手？\n\n同步序号。\n\n### 4. 断电怎么办\n\n保活。\n",
        ["说一下七层模型", "两种报头的格式", "三次握手？", "断电怎么办"],
        ["1", "2", "3", "4"],
        "x.md",
        id="a heading one level too deep between two of its count",
    ),
    pytest.param(
        "# 复盘\n\n## 甲一面\n\n**项目**\n\n安全性怎么保证\n\n密码怎么存\n\n**八股**\n\n两种协议的区别\n\n可靠传输的原理\n\nruntime\n\n## 乙一面\n\n**场景**\n\n头像怎么同步\n\n网页怎么优化\n\n对智能有什么了解\n\n弱引用怎么实现\n\n怎么统计类的个数\n\n有什么优缺点\n\n可以实习多久？\n",
        [
            "安全性怎么保证",
            "密码怎么存",
            "两种协议的区别",
            "可靠传输的原理",
            "runtime",
            "头像怎么同步",
            "网页怎么优化",
            "对智能有什么了解",
            "弱引用怎么实现",
            "怎么统计类的个数",
            "有什么优缺点",
            "可以实习多久？",
        ],
        None,
        "x.md",
        id="bold words name groups among lone lines",
    ),
    pytest.param(
        "## 乙公司\n\n| # | 问题要点 | 知识储备 |\n|---|---|---|\n| 1 | 减速器误差的原因 | [§3](a.md) |\n| 2 | 测量方法有哪些？ | [§4](a.md) |\n| 3 | 参数如何辨识？ | [§5](a.md) |\n| 4 | 三者的关系 | 自己写 |\n",
        ["减速器误差的原因", "测量方法有哪些？", "参数如何辨识？", "三者的关系"],
        None,
        "x.md",
        id="a counted table of questions beside something else",
    ),
    pytest.param(
        "# 面经\n\n## 甲一面\n\n1. 简历的项目\n2. 前沿知识\n3. 跨域\n4. 移动端相关\n\n## 甲二面\n\n1. 图片优化\n2. 移动端开发基础\n3. 原型链\n",
        ["简历的项目", "前沿知识", "跨域", "移动端相关", "图片优化", "移动端开发基础", "原型链"],
        ["1", "2", "3", "4", "1", "2", "3"],
        "x.md",
        id="what sounds like a chapter within a count",
    ),
    pytest.param(
        "# RAG\n\n### Section 1\n\n**1. What is RAG?**\n\n**Answer:**\nRetrieval first.\n\n**2. Which parts has it?**\n\n**Answer:**\n\n### 1. **Retriever**\nFinds.\n\n### 2. **Generator**\nWrites.\n\n### Summary:\nTwo parts.\n\n**3. What is a vector store?**\n\n### Why it matters:\nNear texts are found.\n\n### Section 2\n\n**4. What is chunking?**\n\nCutting.\n\n**5. How do you rerank?**\n\nRead pairs.\n\n**6. How do you measure it?**\n\n### Retrieval:\nRecall.\n\n### Generation:\nFaithfulness.\n",
        [
            "What is RAG?",
            "Which parts has it?",
            "What is a vector store?",
            "What is chunking?",
            "How do you rerank?",
            "How do you measure it?",
        ],
        ["1", "2", "3", "4", "5", "6"],
        "x.md",
        id="headings inside the answers of counted bold questions",
    ),
    pytest.param(
        "# 宝典\n\n## 语言\n\n1.**什么是协程？**\n\n用户态切换。\n\n2.**怎么声明多个变量？**\n\n逗号隔开。\n\n3.**什么是元类？**\n\n类的类。\n\n## 算法\n\n4.*二分查找*\n\n```python\nf()\n```\n\n5.*单例的写法*\n\n1.装饰器\n\n2.元类\n\n6.*冒泡排序*\n\n两两相比。\n\n7.*单链表反转*\n\n三个指针。\n\n8.*用队列实现栈*\n\n倒一遍。\n",
        [
            "什么是协程？",
            "怎么声明多个变量？",
            "什么是元类？",
            "二分查找",
            "单例的写法",
            "冒泡排序",
            "单链表反转",
            "用队列实现栈",
        ],
        ["1", "2", "3", "4", "5", "6", "7", "8"],
        "x.md",
        id="a count of bold questions that goes on in italics, past a list in an answer",
    ),
    pytest.param(
        "# 题库\n\n##目录\n\n- [java](#java)\n\n###java\n\n####接口的意义-百度\n\n规范与扩展。\n\n####java排序算法-美团\n\nhttps://a.b/c\n\n####int与integer的区别\n\n一个是包装。\n\n####常见的排序算法复杂度-小米\n\n![](a.png)\n\n####进程和线程的区别-猎豹-美团\n\n资源与调度。\n\n####什么是状态机？\n\n状态与转移。\n\n####hashmap怎么扩容-乐视\n\n翻倍。\n\n####为什么要内部类？\n\n封装。\n",
        [
            "接口的意义-百度",
            "java排序算法-美团",
            "int与integer的区别",
            "常见的排序算法复杂度-小米",
            "进程和线程的区别-猎豹-美团",
            "什么是状态机？",
            "hashmap怎么扩容-乐视",
            "为什么要内部类？",
        ],
        None,
        "x.md",
        id="headings without a blank that say who asked, one answered by a picture",
    ),
]


@pytest.mark.parametrize(("text", "titles", "numbers", "path"), SHAPES)
def test_each_question_comes_out_once(text, titles, numbers, path):
    questions = parse(text, path).questions
    assert [q.title for q in questions] == titles
    if numbers:
        assert [q.number for q in questions] == numbers
        assert all(q.number_source == "stated" for q in questions)


@pytest.mark.parametrize(("text", "titles", "numbers", "path"), SHAPES)
def test_line_ends_do_not_matter(text, titles, numbers, path):
    plain = parse(text, path)
    crlf = parse(text.replace("\n", "\r\n"), path)
    assert crlf.questions == plain.questions


def test_what_stands_after_a_dialogue_is_not_its_last_answer():
    parsed = parse(
        "面试官：什么是锁？\n我：门闩。\n面试官：什么是堆？\n我：一种树。\n\n---\n\n以上就是全部。\n"
    )
    assert [(q.line_start, q.line_end) for q in parsed.questions] == [(1, 2), (3, 4)]
    assert [(o.line_start, o.kind) for o in parsed.outside] == [(8, "intro")]


def test_answers_that_stand_apart_reach_their_questions():
    text = "## 题目\n\n1. 什么是进程？\n2. 什么是线程？\n\n## 答案\n\n1. 资源单位。\n2. 调度单位。\n"
    assert [[p.text for p in q.parts] for q in parse(text).questions] == [["资源单位。"], ["调度单位。"]]
    assert all(q.answered for q in parse(text).questions)


def test_answers_under_numbered_headings_reach_the_bullets_above():
    text = "## 自测\n\n- 什么是进程？\n- 什么是线程？\n- 什么是锁？\n\n## 答案\n\n### 1.\n\n资源单位。\n\n### 2.\n\n### 调度单位\n\n### 3. 一次一个\n"
    parsed = parse(text)
    assert [[p.text for p in q.parts] for q in parsed.questions] == [
        ["资源单位。"],
        ["调度单位"],
        ["一次一个"],
    ]
    assert [o.kind for o in parsed.outside] == ["chapter", "answers"]


def test_answers_below_bare_numbers_reach_their_questions():
    parsed = parse(
        "# 八股\n\n1.  什么是召回？\n2.  什么是切块？\n3.  怎么评估？\n\n## 参考回答\n1.\n    先找出来。\n\n---\n2.\n    切成小段。\n\n"
        "    1. 按句\n\n3.\n    看指标。\n"
    )
    assert [(q.line_start, q.answered) for q in parsed.questions] == [(3, True), (4, True), (5, True)]
    assert [q.parts[0].text for q in parsed.questions] == ["先找出来。", "切成小段。", "看指标。"]


def test_a_remark_between_two_questions_is_part_of_the_first():
    text = "## 什么是进程？\n\n资源单位。\n\n## 说明与总结\n\n见操作系统。\n\n## 什么是线程？\n\n调度单位。\n\n## 总结\n\n完。\n"
    parsed = parse(text)
    assert [(q.line_start, q.line_end) for q in parsed.questions] == [(1, 7), (9, 11)]
    assert [o.kind for o in parsed.outside] == ["notes"]


def test_a_line_after_a_rule_names_the_chapter_that_follows():
    parsed = parse("# Ops\n\n1️⃣ What is CI?\nMerging.\n\n---\n\n✅ Cloud\n\n2️⃣ What is a subnet?\nA range.\n")
    assert [(q.line_start, q.line_end) for q in parsed.questions] == [(3, 4), (10, 11)]
    assert [o.kind for o in parsed.outside] == ["title", "chapter"]


def test_parts_on_the_level_of_their_question_are_in_it():
    parsed = parse(
        "## 什么是堆？\n\n## 答案\n\n一种树。\n\n## 解析\n\n有序。\n\n## 什么是栈？\n\n一种表。\n\n## 示例\n\n盘子。\n"
    )
    assert [(q.line_start, q.line_end) for q in parsed.questions] == [(1, 9), (11, 17)]
    assert not parsed.outside


def test_answers_put_off_stay_outside():
    parsed = parse(
        "# C\n\n## Questions\n\n1. What is volatile?\n2. Reverse a string.\n3. Detect endianness.\n\n## Answers\n\n1. ???\n2. ???\n"
    )
    assert not any(q.answered for q in parsed.questions)
    assert [o.kind for o in parsed.outside] == ["title", "chapter", "answers"]


@pytest.mark.parametrize(
    ("answer", "answered"),
    [
        ("", False),
        ("待补充", False),
        ("TODO", False),
        ("略。", False),
        ("---", False),
        ("O(n)", True),
        ("https://a.b/c", True),
        ("![图](a.png)", True),
    ],
)
def test_an_empty_or_put_off_answer_is_none(answer, answered):
    (question,) = parse(f"## Q1 什么是堆？\n\n{answer}\n").questions
    assert question.answered is answered


def test_code_before_a_labelled_question_belongs_to_it():
    parsed = parse(
        "## 代码题\n\n```js\nf(1)\n```\n\n问题：返回什么？\n**答案：`1`**\n\n```js\ng(2)\n```\n\n问题：抛出什么？\n"
    )
    assert [(q.line_start, q.line_end) for q in parsed.questions] == [(3, 8), (10, 14)]
    assert [[p.text for p in q.parts] for q in parsed.questions] == [
        ["```js\nf(1)\n```", "`1`"],
        ["```js\ng(2)\n```"],
    ]


def test_a_line_over_an_indented_list_names_its_group():
    parsed = parse(
        "Web\n    * What is CORS?\n    * What is CSRF?\n\nDB\n    * What is a lock?\n    * Why index?\n"
    )
    assert [q.topic for q in parsed.questions] == [("Web",), ("Web",), ("DB",), ("DB",)]
    assert [(o.line_start, o.kind) for o in parsed.outside] == [(1, "chapter"), (5, "chapter")]


def test_an_answer_that_stands_apart_begins_a_part_of_its_own():
    text = "2、乙？\n1、甲？\n一句话：甲\n## 答案\n1、甲？\n1. > 题"
    for question in parse(text).questions:
        assert all("\n" not in part.text for part in question.parts)


def test_cards_between_rules_may_end_with_what_they_answer():
    text = (
        "倒着背\n\n---\n题眼：写时复制\n父子共享物理页。\n题目：fork 为什么快？\n---\n题眼：索引节点用完\n看 df -i。\n题目：为什么说没有空间？\n\n---\n\n"
        "题眼：句柄没放\n重启进程。\n题目：删了日志怎么没变化？\n"
    )
    questions = parse(text).questions
    assert [(q.line_start, q.line_end, q.title) for q in questions] == [
        (4, 6, "fork 为什么快？"),
        (8, 10, "为什么说没有空间？"),
        (14, 16, "删了日志怎么没变化？"),
    ]
    assert ["写时复制" in q.parts[0].text for q in questions] == [True, False, False]
