"""The bundled weights as an ordinary sentence-transformers model: for many passages at once."""

from __future__ import annotations

from index.e5_file import E5File, bundled_file
from index.e5_numpy import SPACE


def load_sentence_transformer(file: E5File | None = None, window: int = 512):
    """The same weights as an ordinary sentence-transformers model, built in memory (about 2 s after the imports)."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.base.modules.input_module import InputModule
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling

    file = file or E5File(bundled_file())
    bert = build_bert(file)
    if (
        torch.cpu._is_avx512_bf16_supported()
    ):  # twice as fast there, ten times slower elsewhere; cosine 0.99997
        bert = bert.to(torch.bfloat16)

    class Encoder(InputModule):
        """Texts → token vectors."""

        max_seq_length = window

        def __init__(self):
            super().__init__()
            self.tokenizer = build_tokenizer(file, window)
            self.bert = bert

        def preprocess(self, inputs, prompt=None, **_):
            texts = [((prompt or "") + text).translate(file.character_map) for text in inputs]
            encoded = self.tokenizer.encode_batch(texts)
            return {
                "input_ids": torch.tensor([e.ids for e in encoded]),
                "attention_mask": torch.tensor([e.attention_mask for e in encoded]),
            }

        def forward(self, features):
            hidden = self.bert(input_ids=features["input_ids"], attention_mask=features["attention_mask"])
            features["token_embeddings"] = hidden.last_hidden_state.float()
            return features

        def save(self, output_path, *args, **kwargs):
            raise NotImplementedError("the bundled model is built from its package, not saved")

    model = SentenceTransformer(
        modules=[Encoder(), Pooling(file.shape.hidden), Normalize()],
        device="cpu",
    )
    return model.eval()


def build_tokenizer(file: E5File, window: int):
    """The unigram tokenizer; `character_map` has been applied to its input."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.Unigram(file.pieces, unk_id=file.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=SPACE, prepend_scheme="always")
    bos, eos, pad = (file.pieces[i][0] for i in (file.bos, file.eos, file.pad))
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{bos} $A {eos}", pair=None, special_tokens=[(bos, file.bos), (eos, file.eos)]
    )
    tokenizer.enable_truncation(window)
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
