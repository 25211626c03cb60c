"""Inflected forms of 200 frequent Czech words, made from the patterns of school grammars.

They do not come from a dictionary of Hunspell, so that what the search makes of such a dictionary is measured against
something else. Each line: base form, tab, its other forms.
"""

SOFT = [("ch", "š"), ("k", "c"), ("h", "z"), ("g", "z"), ("r", "ř")]


def soft(stem):
    for hard, changed in SOFT:
        if stem.endswith(hard):
            return stem[:-len(hard)] + changed + "e"
    return stem + ("e" if stem[-1] in "lsz" else "ě")


def soft_plural(stem, ending):
    for hard, changed in SOFT[:4]:
        if stem.endswith(hard):
            return stem[:-len(hard)] + changed + ending
    return None


def adjective_plural(stem):
    for hard, changed in [("sk", "šť"), ("ck", "čť"), ("ch", "š"), ("k", "c"), ("h", "z"), ("r", "ř")]:
        if stem.endswith(hard):
            return stem[:-len(hard)] + changed + "í"
    return stem + "í"


def with_e(stem):
    """The genitive plural without an ending: an e goes between two consonants before k, l, n."""
    vowels = "aeiouyáéíóúůýě"
    if len(stem) > 2 and stem[-1] in "kln" and stem[-2] not in vowels and not stem.endswith("ch"):
        return stem[:-1] + "e" + stem[-1]
    return stem


def all_forms(stem, endings):
    return [stem + ending for ending in endings.split()]


def zena(word):
    stem = word[:-1]
    return all_forms(stem, "y u ou ám ách ami") + [soft(stem), with_e(stem)]


def mesto(word):
    stem = word[:-1]
    return all_forms(stem, "a u em ům y") + [with_e(stem)] + ([] if soft_plural(stem, "") else [stem + "ech"])


def hrad(word):
    plural = soft_plural(word, "ích") or word + "ech"
    return all_forms(word, "u em y ů ům") + [plural]


def stroj(word):
    return all_forms(word, "e i em ů ům ích")


def ruze(word):
    stem = word[:-1]
    return all_forms(stem, "i í ím ích emi")


def kost(word):
    return all_forms(word, "i í em ech mi")


def staveni(word):
    return all_forms(word, "m ch mi")


def ucitel(word):
    return all_forms(word, "e i em é ů ům ích")


def student(word):
    return all_forms(word, "a ovi em i ů ům ech y")


def mlady(word):
    stem = word[:-1]
    return all_forms(stem, "ého ému ém ým á é ou ých ými") + [adjective_plural(stem)]


def jarni(word):
    return all_forms(word, "ho mu m ch mi")


def delat(word):
    stem = word[:-2]
    return all_forms(stem, "ám áš á áme áte ají al ala alo ali aly")


def prosit(word):
    stem = word[:-2]
    return all_forms(stem, "ím íš í íme íte il ila ilo ili ily")


def kupovat(word):
    stem = word[:-4]
    return all_forms(stem, "uji uješ uje ujeme ujete ují oval ovala ovalo ovali ovaly")


WORDS = [
    (zena, """žena kniha matka hora škola voda hlava ruka noha cesta strana doba síla hodina rodina kultura otázka
              stránka zpráva změna banka fotka střecha zahrada hudba potřeba krajina budova"""),
    (mesto, "město slovo místo auto právo pivo maso kolo okno číslo divadlo letadlo jídlo křídlo"),
    (hrad, """hrad strom most rok zákon problém systém program obchod úřad vlak jazyk film soud orgán proces hotel park
              dokument projekt rozhovor národ koncert telefon víkend"""),
    (stroj, "stroj pokoj kraj boj počítač klíč nástroj vývoj měsíc"),
    (ruze, "růže práce ulice restaurace informace organizace situace policie historie akce funkce pozice stanice"),
    (kost, """radost možnost společnost událost vlastnost zkušenost povinnost činnost skutečnost velikost budoucnost
              kost"""),
    (staveni, "umění náměstí jednání rozhodnutí řešení vzdělání zařízení období vydání počasí"),
    (ucitel, "učitel ředitel spisovatel obyvatel lékař novinář čtenář"),
    (student, "student prezident klient pacient agent pilot"),
    (mlady, """mladý nový velký malý starý dobrý český krásný dlouhý krátký rychlý vysoký nízký bílý černý drahý levný
               bohatý chudý zdravý nemocný veřejný silný slabý teplý"""),
    (jarni, "jarní hlavní poslední první národní státní místní moderní letní zimní osobní kvalitní"),
    (delat, """dělat hledat čekat volat dávat říkat zpívat poslouchat pomáhat začínat odpovídat používat dívat nechat
               získat"""),
    (prosit, "prosit mluvit vařit věřit učit vrátit platit tvořit hodit měnit"),
    (kupovat, """kupovat pracovat studovat potřebovat děkovat cestovat milovat pokračovat existovat informovat
                 organizovat sledovat ukazovat považovat"""),
]


def words():
    for pattern, bases in WORDS:
        for base in bases.split():
            forms = [form for form in dict.fromkeys(pattern(base)) if form != base]
            yield base, forms


if __name__ == "__main__":
    for base, forms in words():
        print(base, " ".join(forms), sep="\t")
