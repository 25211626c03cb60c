## Stránky pro čtenáře

web-about = podrobnosti
web-about-button = O kopii
web-about-digest = Otisk obsahu
web-about-facts = Co je známo
web-about-file = Soubor
web-about-head = Hlavičky odpovědi
web-about-job = Sklizeň
web-about-kind = Záznam
web-about-language = Jazyk
web-about-length = Uloženo
web-about-no-head = Záznam nemá hlavičky HTTP.
web-about-offset = Pozice
web-about-open = Otevřít stránku
web-about-raw = Tak, jak přišla
web-about-record = ID záznamu
web-about-revisit = Stejný obsah jako
web-about-status = Stav
web-about-title = Zachycení z
web-about-type = Typ obsahu
web-address = Adresa
web-after = Následující zachycení
web-answer = Odpověď
web-as-table = Totéž jako tabulka
web-before = Předchozí zachycení
web-blocked-about = Zachyceno { $time } UTC, typ { $mime }; pravidlo { $rule }.
web-blocked-by-court = Nařídil to soud.
web-blocked-by-owner = Požádal o to vlastník stránky.
web-blocked-by-person = Požádal o to člověk, kterého stránka jmenuje.
web-blocked-embargo = Tuto stránku lze zobrazit od { $day }.
web-blocked-embargo-open = Tuto stránku zatím nelze zobrazit.
web-blocked-kept = Archiv uchovává její bajty beze změny.
web-blocked-reading-room = Tuto stránku můžete číst jen ve studovně.
web-blocked-rights = Tato stránka je jen pro některé čtenáře.
web-blocked-takedown = Tato stránka se nezobrazuje.
web-box = Slova, nebo adresa
web-calendar-alive = Naposledy v pořádku
web-calendar-changes = { $n ->
    [0] Obsah se nezměnil.
    [one] Obsah se změnil { $times }.
    [few] Obsah se změnil { $times }.
   *[other] Obsah se změnil { $times }.
}
web-calendar-cut = Zachycení je víc, než se tu počítá. Výpis pro programy má všechna.
web-calendar-days = Dny v roce
web-calendar-digest = Změna: otisk obsahu je jiný než u předchozího zachycení.
web-calendar-errors = Od { $day } server odpovídá { $status }.
web-calendar-first = První
web-calendar-more = V tento den je zachycení víc. Výpis pro programy má všechna.
web-calendar-of = Zachycení adresy
web-calendar-once = Zachyceno jednou, { $day }.
web-calendar-sentence = Zachyceno { $times } { $days }, od { $first } do { $last }.
web-calendar-years = { $n ->
    [one] Jeden rok den po dni
    [few] { $shown } roky den po dni
   *[other] { $shown } let den po dni
}
web-captured-at = Zachyceno { $time }
web-captures = Zachycení
web-change-blocked = nezobrazuje se
web-change-changed = změna
web-change-error = chyba
web-change-first = první
web-change-same = stejný
web-change-unknown = není známo
web-changes = Změny
web-cite = Jak citovat
web-cite-button = Citovat
web-cite-words = „{ $title }“, { $url }. Zachyceno { $time }. Archivní kopie:
web-collection-empty = Do této sbírky nepatří žádné zachycení.
web-collection-jobs = Sklizně
web-collection-places = Adresy
web-collection-time = Zachyceno
web-collection-types = Typy
web-collection-what = Co do ní patří
web-collections = Sbírky
web-collections-unreadable = Definice sbírek teď nelze přečíst.
web-colours = Vzhled:
web-colours-dark = tmavý
web-colours-light = světlý
web-colours-system = podle systému
web-compare = Porovnat
web-compare-added = { $n ->
    [one] { $shown } slovo přibylo
    [few] { $shown } slova přibyla
   *[other] { $shown } slov přibylo
}
web-compare-back = O krok zpět
web-compare-cut = Texty jsou dlouhé; porovnávají se jen jejich začátky.
web-compare-differ = { $n ->
    [one] Liší se { $different } z { $all } odstavce.
    [few] Liší se { $different } ze { $all } odstavců.
   *[other] Liší se { $different } z { $all } odstavců.
}
web-compare-earlier = Dřívější
web-compare-folded = { $n ->
    [one] Zobrazit { $shown } odstavec beze změny
    [few] Zobrazit { $shown } odstavce beze změny
   *[other] Zobrazit { $shown } odstavců beze změny
}
web-compare-how = Adresa jmenuje dvě zachycení: /compare?a=20200101000000/http://example.org/&b=20210101000000/http://example.org/
web-compare-kept = { $n ->
    [one] { $shown } slovo stejné
    [few] { $shown } slova stejná
   *[other] { $shown } slov stejných
}
web-compare-keys = Další rozdíl n, předchozí p
web-compare-later = o { $time } později
web-compare-link = porovnat
web-compare-later-one = Pozdější
web-compare-links = Odkazy
web-compare-no-text = Nemá žádný text (typ { $mime }).
web-compare-not-archived = Takové zachycení tu není.
web-compare-on = O krok dál
web-compare-parts = Části
web-compare-readable = Jeho text lze číst; druhá strana žádný nemá.
web-compare-removed = { $n ->
    [one] { $shown } slovo zmizelo
    [few] { $shown } slova zmizela
   *[other] { $shown } slov zmizelo
}
web-compare-same = Obě mají stejný text.
web-compare-seen = Jak vypadají
web-compare-source = Zdroj
web-compare-text = Text
web-compare-title = Porovnání dvou zachycení
web-compare-views = Způsoby porovnání
web-compare-what-links = Porovnávají se adresy odkazů na jiné stránky, v abecedním pořadí.
web-compare-what-parts = Porovnávají se adresy obrázků, stylů, skriptů a dalších částí, které stránka jmenuje, každá s otiskem nejbližšího zachycení.
web-compare-what-seen = Obě stránky tak, jak se přehrávají.
web-compare-what-source = Porovnává se zdrojový text, řádek po řádku a slovo po slově.
web-compare-what-text = Porovnává se viditelný text, odstavec po odstavci a slovo po slově.
web-compare-which = Která dvě zachycení?
web-content = Obsah
web-fault = Tady se něco nepodařilo.
web-fault-number = V záznamu serveru to má číslo { $number }.
web-fault-why = V archivu se nic neztratilo ani nezměnilo.
web-feed = kanál změn
web-feed-title = Změny adresy { $url }
web-first = První
web-for-programs = Pro programy:
web-harvest = Sklizeň
web-home-captures = { $captures }.
web-home-empty = Zatím tu nic není. Začněte sklizní, nebo přidejte soubory WARC:
web-home-hint = Adresa otevře svůj kalendář; s hvězdičkou na konci seznam všech, které tak začínají. Slova se vyhledají.
web-home-holds = { $captures } { $hosts }: { $size }.
web-home-in-barn = V archivu
web-home-no-figures = Archiv je otevřen ke čtení.
web-home-search = Jak hledat
web-home-span = Nejstarší je z { $first }, nejnovější z { $last }.
web-home-title = Webový archiv
web-home-try = Například
web-home-unknown = Katalog teď nelze číst.
web-home-years = Zachycení podle let
web-keys = Klávesy
web-keys-list = /: do pole · n, p: další a předchozí rozdíl nebo zachycení · j, k: další a předchozí řádek · ?: tento seznam.
web-keys-off = Vypnout je
web-keys-on = Zapnout je
web-kind-audio = Zvuk
web-kind-data = Data: XML, JSON, kanály
web-kind-html = Webové stránky
web-kind-image = Obrázky
web-kind-office = Kancelářské dokumenty
web-kind-other = Jiné soubory
web-kind-pdf = PDF
web-kind-text = Prostý text
web-kind-video = Film
web-language-cs = čeština
web-language-de = němčina
web-language-en = angličtina
web-language-es = španělština
web-language-fr = francouzština
web-language-hu = maďarština
web-language-it = italština
web-language-pl = polština
web-language-ru = ruština
web-language-sk = slovenština
web-language-uk = ukrajinština
web-last = Poslední
web-legend-blocked = nezobrazuje se každému
web-legend-captured = zachyceno, vyšší: častěji
web-legend-changed = obsah se změnil
web-legend-changed-tip = obsah se změnil (špička)
web-legend-error = zachycena jen chyba
web-legend-more = 7 a více zachycení toho dne
web-licence = Licence
web-licence-lead = Tuto licenci uvádí sama stránka. Zda se vztahuje na vše, co na ní je, archiv neví.
web-list-continued = Výpis pokračuje z předchozí stránky.
web-list-empty = Žádná adresa, která tak začíná, nemá zachycení.
web-list-next = Další adresy
web-list-of = Adresy, které začínají na
web-look-up = Zachycení adresy { $url }
web-millions = { "\u00A0" }mil.
web-month-1 = leden
web-month-10 = říjen
web-month-11 = listopad
web-month-12 = prosinec
web-month-2 = únor
web-month-3 = březen
web-month-4 = duben
web-month-5 = květen
web-month-6 = červen
web-month-7 = červenec
web-month-8 = srpen
web-month-9 = září
web-n-captures = { $n ->
    [one] { $shown } zachycení
    [few] { $shown } zachycení
   *[other] { $shown } zachycení
}
web-n-changes = { $n ->
    [one] { $shown } změna
    [few] { $shown } změny
   *[other] { $shown } změn
}
web-n-documents = { $n ->
    [one] { $shown } dokument
    [few] { $shown } dokumenty
   *[other] { $shown } dokumentů
}
web-n-times = { $n ->
    [one] jednou
    [few] { $shown }krát
   *[other] { $shown }krát
}
web-nav = Hlavní
web-nav-captures = Zachycení
web-nav-search = Hledání
web-near = Co je poblíž
web-near-host = Všechny adresy tohoto serveru
web-near-live = Na živém webu:
web-near-none = Archiv nemá žádné zachycení z tohoto serveru.
web-near-search = Vyhledat slova z této adresy
web-no-address = Toto není adresa.
web-no-address-why = Adresa má jméno serveru: www.example.org/stranka.
web-no-capture = Není archivováno.
web-no-capture-lead = Archiv nemá žádné zachycení této adresy.
web-no-capture-why = Archiv nemá žádné zachycení adresy { $url }.
web-no-collection = Taková sbírka tu není.
web-no-collection-why = Archiv nemá sbírku „{ $name }“. Definované sbírky jsou na úvodní stránce; sbírkou je také každá sklizeň.
web-no-page = Taková stránka tu není.
web-no-page-why = Na adrese { $path } nic není.
web-on-n-days = { $n ->
    [one] v jediný den
    [few] ve { $shown } dnech
   *[other] v { $shown } dnech
}
web-on-n-hosts = { $n ->
    [one] na { $shown } serveru
    [few] na { $shown } serverech
   *[other] na { $shown } serverech
}
web-open = Otevřít
web-outcome = Výsledek
web-outcome-archived = archivováno
web-outcome-failed = nezdařilo se
web-outcome-not-due = ještě nebyla na řadě
web-outcome-not-national = nepatří k národnímu webu
web-outcome-out-of-scope = mimo rozsah
web-outcome-over-budget = nad limit serveru
web-outcome-retried = zkusí se znovu
web-outcome-robots-excluded = zakazuje to robots.txt
web-outcome-robots-unreachable = robots.txt se nepodařilo stáhnout
web-outcome-trap = považováno za past
web-outcome-unfetchable = nelze stáhnout
web-part-font = písmo
web-part-frame = rám
web-part-image = obrázek
web-part-kind = Druh
web-part-manifest = manifest
web-part-media = zvuk nebo film
web-part-missing = není v archivu
web-part-object = objekt
web-part-other = jiné
web-part-script = skript
web-part-style = styl
web-parts = Části stránky
web-parts-cut = Stránka má víc částí, než je tu uvedeno.
web-parts-kept = { $n ->
    [one] Zachována { $kept } část z { $n }
    [few] Zachováno { $kept } ze { $n } částí
   *[other] Zachováno { $kept } z { $n } částí
}
web-parts-missing = { $n ->
    [one] { $shown } část chybí.
    [few] { $shown } části chybějí.
   *[other] { $shown } částí chybí.
}
web-parts-others = { $n ->
    [one] { $shown } část je z jiného dne.
    [few] { $shown } části jsou z jiných dnů.
   *[other] { $shown } částí je z jiných dnů.
}
web-parts-what = Toto jsou části, které jmenuje sama stránka. Co načítají její styly a skripty, mezi nimi není.
web-parts-within = { $n ->
    [0] {""}
   *[other] , vše v rozmezí { $time }
}
web-reason = Pravidlo nebo důvod
web-refused-answer = Odpověď serveru
web-refused-captured = Zachyceno
web-refused-court-lead = Soud nařídil, aby se nezobrazovala.
web-refused-embargo = Tuto stránku lze zobrazit od { $day }.
web-refused-embargo-lead = Bude ji zde možné číst, až skončí její embargo.
web-refused-embargo-open = Tuto stránku zatím nelze zobrazit.
web-refused-facts = Co o ní smíme říci
web-refused-feed = Kanál změn, který to připomene
web-refused-kept = Archiv ji uchovává celou a beze změny.
web-refused-left = zbývá { $time }
web-refused-others = Jiná zachycení této adresy
web-refused-owner-lead = Vlastník stránky požádal, aby se nezobrazovala.
web-refused-person-lead = Člověk, kterého stránka jmenuje, požádal, aby se nezobrazovala.
web-refused-reading-room = Tuto stránku můžete číst jen ve studovně.
web-refused-reading-room-lead = Podle zákona nebo smlouvy se smí ukázat jen na počítačích studovny.
web-refused-rights = Tato stránka je jen pro některé čtenáře.
web-refused-rights-lead = Pravidlo archivu určuje čtenáře, kteří ji smějí vidět.
web-refused-rule = Proč se neukáže
web-refused-rule-name = pravidlo { $rule } tohoto archivu
web-refused-takedown = Tato stránka se nezobrazuje.
web-refused-until = Do kdy
web-refused-ways = Co můžete udělat
web-search = Hledání
web-search-all-forms = Hledat i jiné tvary slov
web-search-at-least = Nejméně { $documents }; je jich příliš mnoho, než aby se u každého ověřilo právo číst.
web-search-best = nejlepší první
web-search-busy = Index pro hledání se právě vytváří znovu.
web-search-captured = zachyceno { $years }
web-search-documents = Dokumenty
web-search-exact = Hledat slova přesně tak, jak jsou napsána
web-search-export = Export:
web-search-first = Zpět na první stranu
web-search-forms = Také jiné tvary slov:
web-search-found = { $documents }
web-search-from = Od roku
web-search-go = Hledat
web-search-help = Jak hledat
web-search-help-find = Najde se
web-search-help-find-date = dokumenty, které byly zachyceny v té době
web-search-help-find-other = dokumenty, které zachytila tato sklizeň; dokumenty v tomto jazyce; odpovědi s tímto stavem
web-search-help-find-part = slovo v titulku, v nadpisech, v tabulkách, v adrese
web-search-help-find-phrase = tato slova hned za sebou, přesně tak, jak jsou napsána
web-search-help-find-prefix = všechna slova, která tak začínají
web-search-help-find-signs = jedno slovo v textu být musí, druhé nesmí
web-search-help-find-site = dokumenty tohoto serveru a těch pod ním
web-search-help-find-type = dokumenty tohoto typu: html, pdf, text, office, audio, video, data, other
web-search-help-find-words = obě slova v jakémkoli tvaru, s háčky a čárkami i bez nich
web-search-help-write = Napíšete
web-search-help-write-date = date:2007..2009
web-search-help-write-other = job:noviny lang:cs status:404
web-search-help-write-part = title:praha  h1:praha  cell:praha  url:praha
web-search-help-write-phrase = "národní knihovna"
web-search-help-write-prefix = knihov*
web-search-help-write-signs = +knihovna -hudební
web-search-help-write-site = site:example.cz
web-search-help-write-type = type:pdf
web-search-help-write-words = knihovna praha
web-search-host = Server
web-search-images = Obrázky
web-search-instead = Měli jste na mysli
web-search-misunderstood = { $reason }. Slova se přesto vyhledala.
web-search-narrow = Zúžit výsledky
web-search-newest = nejnovější první
web-search-next = Další strana
web-search-none = Tento archiv nemá index pro hledání.
web-search-none-way = Zachycení lze přesto otevřít podle jejich adres.
web-search-nothing = Nic se nenašlo.
web-search-oldest = nejstarší první
web-search-order = Pořadí:
web-search-pages = Strany výsledků
web-search-relaxed = Žádný dokument nemá všechna tato slova. Tyto mají některá z nich.
web-search-remove = odebrat
web-search-set = Nastavit
web-search-similar = { $n ->
    [one] a { $shown } podobný
    [few] a { $shown } podobné
   *[other] a { $shown } podobných
}
web-search-status = odpověď { $status }
web-search-to = Do roku
web-search-ways = Co můžete zkusit
web-search-what = Co se prohledává
web-search-when = Kdy zachyceno
web-search-wider = { $n ->
    [one] Prohledat vše: { $shown } dokument
    [few] Prohledat vše: { $shown } dokumenty
   *[other] Prohledat vše: { $shown } dokumentů
}
web-search-words = Slova
web-search-years = Dokumenty podle roku zachycení
web-shell-bare = Bez této lišty
web-shell-calendar = Kalendář
web-shell-copy = archivní kopie adresy
web-shell-earlier = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } dřívější.
web-shell-frame = Archivovaná stránka
web-shell-later = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } pozdější.
web-shell-steps = Jiná zachycení
web-shell-tools = O tomto zachycení
web-skip = Přejít k obsahu
web-skip-frame = Přejít na archivovanou stránku
web-text = Text
web-text-cut = Text je dlouhý; toto je jeho začátek.
web-thousands = { "\u00A0" }tis.
web-time = Čas
web-times-utc = časy v UTC
web-to-calendar = Všechna zachycení této adresy
web-to-home = Úvodní stránka
web-to-live = Na živém webu: { $url }
web-type = Typ
web-unit-days = { $n ->
    [one] { $shown }{ "\u00A0" }den
    [few] { $shown }{ "\u00A0" }dny
   *[other] { $shown }{ "\u00A0" }dnů
}
web-unit-months = { $n ->
    [one] { $shown }{ "\u00A0" }měsíc
    [few] { $shown }{ "\u00A0" }měsíce
   *[other] { $shown }{ "\u00A0" }měsíců
}
web-unit-years = { $n ->
    [one] { $shown }{ "\u00A0" }rok
    [few] { $shown }{ "\u00A0" }roky
   *[other] { $shown }{ "\u00A0" }let
}
web-unusable = Zachycení nelze zobrazit.
web-unusable-self-redirect = Přesměrovává samo na sebe.
web-unusable-unreadable = Jeho záznam nelze přečíst. Bajtů v souborech archivu se to nedotklo; víc řekne stodola archive check.
web-way-embargo = Přijďte, až embargo skončí: adresa zůstane stejná.
web-way-mistake = Myslíte-li, že jde o omyl, napište správcům archivu a uveďte číslo pravidla.
web-way-others = Podívejte se na jiná zachycení adresy; pravidlo může platit jen pro některá.
web-way-reading-room = Přijďte do studovny: stejná adresa tam funguje.
web-way-rights = Požádejte správce archivu o právo ji číst.
web-way-takedown = Badatelé se mohou obrátit na správce archivu.
web-weekday-0 = pondělí
web-weekday-1 = úterý
web-weekday-2 = středa
web-weekday-3 = čtvrtek
web-weekday-4 = pátek
web-weekday-5 = sobota
web-weekday-6 = neděle
web-weekdays = Po Út St Čt Pá So Ne
web-why = Co s ní udělaly sklizně
web-within = Ve sbírce
web-within-all = totéž v celém archivu
web-year = Rok
