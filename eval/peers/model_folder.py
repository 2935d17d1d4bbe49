"""The bundled embedder as an ordinary sentence-transformers folder, the only form that peers read."""

from __future__ import annotations

from pathlib import Path


def export_bundled(folder: Path) -> Path:
    """Write it once (about 470 MB); a folder that is complete is kept. Vectors agree with ours to a cosine of 0.999."""
    if (folder / "complete").is_file():
        return folder
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from tokenizers import Regex, normalizers
    from transformers import PreTrainedTokenizerFast
    from transformers.utils import logging

    from index.bundled_e5 import PASSAGE_PREFIX, QUERY_PREFIX, WINDOW
    from index.e5_torch import load_sentence_transformer

    logging.set_verbosity_error()  # a pooler that is not there is not missed
    logging.disable_progress_bar()
    encoder = load_sentence_transformer()[0]
    tokenizer = encoder.tokenizer
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
    )
    parts = folder / "parts"
    encoder.bert.save_pretrained(parts)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>",
        cls_token="<s>", sep_token="</s>", model_max_length=WINDOW,
    ).save_pretrained(parts)  # fmt: skip
    transformer = Transformer(str(parts), max_seq_length=WINDOW)
    model = SentenceTransformer(
        modules=[transformer, Pooling(transformer.get_embedding_dimension()), Normalize()],
        prompts={"query": QUERY_PREFIX, "document": PASSAGE_PREFIX},
    )
    model.save(str(folder))
    (folder / "complete").touch()
    return folder
