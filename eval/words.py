"""Every word of the report, in Chinese and English. A page carries both and a style rule shows one."""

from __future__ import annotations

from html import escape

WORDS: dict[str, tuple[str, str]] = {
    "title": ("检索与回答评测", "Evaluation"),
    "language": ("English", "中文"),
    "passed": ("没有跌破基线", "Not below the baseline"),
    "fell": ("跌破基线", "Below the baseline"),
    "skipped": ("没有与基线比较", "Not compared with the baseline"),
    "headline": ("总览", "At a glance"),
    "by_kind": ("各类提问", "By kind of query"),
    "by_kind_note": (
        "圆点是均值，横线是 95% 自助法区间；区间宽，说明这类样本还少。",
        "Dots are means, lines are 95 % bootstrap intervals; a wide one says that the kind has few cases.",
    ),
    "questions": ("找对题目", "The right question"),
    "passages": ("找到证据", "The right passage"),
    "questions_note": (
        "把命中归到题目再排名。召回与 MRR 只认能回答的题（2 分），nDCG 把有帮助的题（1 分）也算进增益。",
        "Hits ranked by their question. Recall and MRR count questions that answer (grade 2); nDCG gains from both grades.",
    ),
    "passages_note": (
        "排名里每个片段换成它首次带来的证据：读到第 k 段时，证据见到了多少。",
        "Each passage replaced by the evidence it is first to carry: how much a reader has seen after k passages.",
    ),
    "kind": ("类型", "Kind"),
    "cases": ("用例", "Cases"),
    "systems": ("配置对比", "Configurations"),
    "systems_note": (
        "差值以第一行为准，同一用例成对比较；p 为双侧符号翻转检验，括号内经 Holm 校正。",
        "Differences are against the first row, paired by case; p is from a two-sided sign-flip test, with Holm's correction in brackets.",
    ),
    "system": ("配置", "Configuration"),
    "difference": ("差值", "Difference"),
    "better_worse": ("升 / 降 / 平", "Better / worse / equal"),
    "quality_cost": ("质量与耗时", "Quality and cost"),
    "pieces": ("片段", "Passages"),
    "index_s": ("建索引（秒）", "Indexing, s"),
    "peak_mb": ("内存峰值（MB）", "Peak memory, MB"),
    "import_s": ("导入（秒）", "Import, s"),
    "cold_s": ("冷启动到首个结果（秒）", "Cold start to first result, s"),
    "scope": ("题库里有没有", "Is it in the bank?"),
    "scope_note": (
        "AUROC 是「能答的比不能答的概率更高」的机会；拒答精确率与召回率按产品实际使用的门槛计算。",
        "AUROC is the chance that an answerable query gets the higher probability; refusals are judged at the shipped threshold.",
    ),
    "roc": ("ROC 曲线", "ROC curve"),
    "roc_x": ("误放行", "absent let through"),
    "roc_y": ("正确放行", "answerable let through"),
    "calibration": ("校准曲线", "Calibration"),
    "calibration_x": ("给出的概率", "probability given"),
    "calibration_y": ("实际能答的比例", "share answerable"),
    "probabilities": ("概率分布", "Probabilities"),
    "answerable": ("能答", "answerable"),
    "absent": ("不能答", "absent"),
    "refusal_precision": ("拒答精确率", "refusal precision"),
    "refusal_recall": ("拒答召回率", "refusal recall"),
    "false_refusals": ("误拒比例", "answerable refused"),
    "calibration_error": ("校准误差", "calibration error"),
    "answers": ("回答", "Answers"),
    "answers_note": (
        "引用精确率与召回率按 ALCE 的定义；判断「片段是否支持句子」的是：",
        "Citation precision and recall as ALCE defines them; whether a passage supports a sentence was judged by:",
    ),
    "composer": ("作答者", "composer"),
    "citation_recall": ("引用召回率", "citation recall"),
    "citation_precision": ("引用精确率", "citation precision"),
    "supported": ("有支撑的句子", "supported sentences"),
    "unknown_citations": ("引用了不存在的编号", "citations of nothing"),
    "points_cited": ("引到的要点", "golden points cited"),
    "points_said": ("说出的要点", "golden points said"),
    "judge_support": (
        "「片段是否支持句子」与人的判断",
        "Does the passage support the sentence? Against people",
    ),
    "judge_grading": ("批改与人的判断", "Grading against people"),
    "judge_agreement": ("一致率", "agreement"),
    "judge_auroc": ("AUROC", "AUROC"),
    "judge_precision": ("精确率", "precision"),
    "judge_recall": ("召回率", "recall"),
    "judge_macro_f1": ("宏平均 F1", "macro F1"),
    "judge_kappa": ("Cohen κ", "Cohen's κ"),
    "median_ms": ("单次检索中位毫秒", "median ms a search"),
    "worst": ("最差的用例", "Worst cases"),
    "worst_none": ("没有失手的用例。", "No case went wrong."),
    "wanted": ("应当找到", "wanted"),
    "found": ("实际找到", "found"),
    "evidence": ("应有的证据", "evidence"),
    "first_passages": ("最前的片段", "first passages"),
    "searched_as": ("实际检索", "searched as"),
    "nothing": ("题库里没有答案", "nothing in the bank answers it"),
    "was_refused": ("被当作题库外", "taken as not in the bank"),
    "was_let_through": ("被当作题库内", "taken as in the bank"),
    "made_of": ("怎么来的", "How it was made"),
    "bank": ("题库", "Bank"),
    "bank_value": ("{questions} 题，摘要 {digest}", "{questions} questions, digest {digest}"),
    "cases_value": (
        "{count} 条，覆盖 {questions_covered} 题，摘要 {digest}",
        "{count}, over {questions_covered} questions, digest {digest}",
    ),
    "seed": ("随机种子", "Seed"),
    "versions": ("版本", "Versions"),
    "configuration": ("配置细节", "Configuration"),
}


def word(key: str, language: str = "en", **values: object) -> str:
    return WORDS[key][0 if language == "zh" else 1].format(**values)


def both(key: str, **values: object) -> str:
    """HTML that holds the words in both languages."""
    chinese, english = (escape(text.format(**values)) for text in WORDS[key])
    return f'<span lang="zh">{chinese}</span><span lang="en">{english}</span>'


def side_by_side(key: str) -> str:
    """Both languages as plain text, for a plot."""
    return " · ".join(WORDS[key])
