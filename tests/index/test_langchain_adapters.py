"""The index in anyone's chain."""

from langchain_core.runnables import RunnableLambda

from index.langchain_adapters import TiyanEmbeddings, TiyanRetriever


def test_the_retriever_runs_in_a_chain(index):
    chain = TiyanRetriever(index=index, k=3) | RunnableLambda(
        lambda found: [d.metadata["label"] for d in found]
    )
    labels = chain.invoke("TCP 三次握手")
    assert len(labels) == 3
    assert all(label.startswith("Q12·") for label in labels)


def test_documents_carry_what_a_citation_needs(index):
    best = TiyanRetriever(index=index).invoke("B+ 树 范围查询")[0]
    chunk = index.chunk(best.id)
    assert best.page_content == chunk.text
    assert (best.metadata["line_start"], best.metadata["number"]) == (chunk.line_start, "13")


def test_off_topic_finds_nothing_unless_it_is_wanted(index):
    assert TiyanRetriever(index=index).invoke("今天上海天气怎么样") == []
    assert TiyanRetriever(index=index, in_scope_only=False).invoke("今天上海天气怎么样")


def test_filters_are_passed_on(index):
    found = TiyanRetriever(index=index, filters={"roles": ["key_point"]}).invoke("TCP 三次握手")
    assert {d.metadata["role"] for d in found} == {"key_point"}


def test_embeddings_are_those_of_the_embedder(embedder):
    wrapped = TiyanEmbeddings(embedder)
    assert wrapped.embed_query("握手") == embedder.embed_queries(["握手"])[0].tolist()
    assert len(wrapped.embed_documents(["a", "b"])) == 2
