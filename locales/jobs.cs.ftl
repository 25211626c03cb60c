## Stránky obsluhy: kdo spouští sklizně, nastavení sklizně, projekty, soubory, běhy převodů

web-alarm = Poplach: { $alarm }.
web-alarm-completeness-look = Zobrazit zdroje
web-alarm-disk-look = Zobrazit nastavení disku a poplachů
web-alarm-errors-look = Zobrazit potíže
web-alarm-host-look = Zobrazit největší servery
web-alarm-rate-look = Zobrazit rychlost
web-alarms = Poplachy
web-alarms-more = dalších: { $shown }
web-duty-elsewhere = Sklizně spouští { $holder }.
web-duty-held = Archiv má { $holder }; sklizně na něj čekají.
web-duty-here = Sklizně spouští tento server.
web-duty-nobody = Sklizně teď nikdo nespouští: spusťte stodola serve s volbou --harvest, nebo stodola harvest --watch.
web-hosts-acts = Co lze změnit
web-job-again = Sklidit znovu
web-job-continue = Pokračovat
web-job-did-start = O sklizeň bylo požádáno: kdo sklizně spouští, začne s ní do deseti sekund.
web-job-holds = Sklizeň { $hold }.
web-job-memory = Paměť
web-job-start = Spustit
web-largest-all = Všechny servery podle velikosti
web-largest-hosts = Servery s nejvíce bajty
web-largest-none = Zatím není nic archivováno.
web-largest-types = Typy s nejvíce bajty
web-pace = Vrátit obvyklou přestávku
web-pace-did = Server má zase svou obvyklou přestávku.
web-pace-help = Po odpovědích 429 a 503 se serveru ptáme méně často. Pokud to jeho správce napravil, lze mu vrátit obvyklou přestávku.
web-rescope-about = Kdo změnil rozsah v nastavení, může jej použít i na adresy, které už čekají.
web-begin-with = Začít od
web-begin-with-help = Od druhu sklizně, nebo od profilu, který je uložen na serveru. Jeho nastavení je ve formuláři níže.
web-estimate = Co o ní ví archiv
web-estimate-at-least = Archiv zná nejméně { $addresses } adres { $known } z nich, dohromady { $bytes } v úložišti. S nejkratší přestávkou bude největší z nich trvat nejméně { $time }.
web-estimate-honest = To tam bylo při poslední sklizni; co od té doby přibylo, neví nikdo.
web-estimate-hosts = { $n ->
    [one] Semínka jsou na { $shown } serveru.
    [few] Semínka jsou na { $shown } serverech.
   *[other] Semínka jsou na { $shown } serverech.
}
web-estimate-known = Archiv zná { $addresses } adres { $known } z nich, dohromady { $bytes } v úložišti. S nejkratší přestávkou bude největší z nich trvat nejméně { $time }.
web-estimate-unknown = Archiv z nich nic nemá, takže o rozsahu nelze nic říct. Před překvapením vás chrání mez.
web-flag-no = ne
web-flag-yes = ano
web-job-file-change = Toto je sám soubor job.toml. Poznámky v něm zůstanou. Před uložením se zkontroluje; co smí nastavit jen server, musí zůstat, jak je.
web-job-file-edit = Upravit soubor
web-job-file-now = Jak je teď na serveru:
web-job-hold = Uložit, nespouštět
web-rule-accept = přijmout
web-rule-accepts = přijímá
web-rule-act = Co udělá
web-scope-rule-add = Přidat pravidlo
web-scope-rule-add-help = Přidá se za ostatní. Potom nastavení uložte.
web-rule-kind = Co se porovnává
web-rule-kind-help = domain: doména se všemi poddoménami; surt: začátky adres; tld: domény nejvyššího řádu; regex: vzor kdekoli v adrese; suffix: koncovky souborů.
web-rule-number = Č.
web-rule-own = vaše
web-rule-profile = druhu sklizně
web-rule-reject = odmítnout
web-rule-rejects = odmítá
web-rule-value = S čím
web-rule-value-help = Více hodnot oddělte čárkami; vzor tak, jak je.
web-rule-whose = Čí
web-setting-elsewhere = Mezitím to někdo změnil. V souboru je teď: { $value }
web-setting-kept = Nastavuje se jen v souboru na serveru.
web-setting-long = Pro formulář jich je příliš mnoho: změňte soubor na serveru, nebo další přidejte níže, když sklizeň běží.
web-setting-many = …
web-settings-about = Změny platí od příštího běhu. Vše ostatní v souboru zůstane, jak je.
web-settings-later = Od příštího běhu platí: { $settings }.
web-settings-now = Od této chvíle platí: { $settings }.
web-settings-running = Sklizeň běží. Meze, přestávky, počet pracovníků, intervaly, hodiny, disk, paměť, poplachy, rozsah a nová semínka platí hned po uložení, vše ostatní od příštího běhu.
web-settings-same = Nic se nezměnilo.
web-settings-save = Uložit
web-settings-saved = Nastavení je uloženo.
web-source = Zdroj
web-source-archived = Archivováno v pořádku
web-source-before = Minulé kolo
web-source-change = Změna
web-source-failed = Nezdařilo se
web-source-fell = kleslo o { $points } bodu
web-source-left-out = Záměrně vynecháno
web-source-missing = Chybějící části stránek
web-source-share = Archivovaná část
web-sources = Jak úplný je každý zdroj
web-sources-about = V kole { $round } je archivováno { $share } z toho, co nebylo záměrně vynecháno. Zdrojů: { $sources }; úplných: { $complete }; horších než v minulém kole: { $fallen }.
web-sources-all = Všechny zdroje jako zpráva
web-sources-complete = Vše, co nebylo záměrně vynecháno, je archivováno.
web-sources-none = Žádné kolo zatím neskončilo. Až skončí, bude zde, kolik je z každého zdroje archivováno.
web-try = Zkusit adresu
web-try-accepted = { $uri } by se stáhla: přijímá ji pravidlo { $number }, „{ $rule }“, a žádné pozdější ji neodmítá.
web-try-button = Zkusit adresu
web-try-help = Nic se nestahuje ani neukládá; ptáme se jen pravidel výše.
web-try-links = Odkazů od semínka
web-try-links-help = Kolik odkazů od semínka se najde. 1, pokud nevíte.
web-try-no-address = Toto není adresa.
web-try-nothing = { $uri } by se nestáhla: nevyhovuje žádnému pravidlu.
web-try-part = Je součástí stránky: obrázek, styl, rám
web-try-rejected = { $uri } by se nestáhla: odmítá ji pravidlo { $number }, „{ $rule }“.
web-try-rules = Pravidla, kterým vyhovuje, po řadě; rozhoduje poslední
web-try-seed = { $uri } je semínko a stáhla by se.
web-archive-more = Další o archivu
web-checks = Kontroly souborů
web-checks-age = Poslední kontrola
web-checks-ages = Soubory podle doby poslední kontroly
web-checks-bad = { $n ->
    [one] { $shown } soubor není v pořádku. Podívejte se na něj níže.
    [few] { $shown } soubory nejsou v pořádku. Podívejte se na ně níže.
   *[other] { $shown } souborů není v pořádku. Podívejte se na ně níže.
}
web-checks-errors = Chyb v záznamech
web-checks-files = Souborů
web-checks-how = Kontrola přečte soubor do konce a porovná jej s tím, jaký byl, když byl přidán: stodola archive check. Všechny kontroly jsou v souboru fixity.tsv.
web-checks-latest = Naposled zkontrolované
web-checks-months = { $n ->
    [one] před { $shown } měsícem
    [few] před { $shown } měsíci
   *[other] před { $shown } měsíci
}
web-checks-no-files = Žádné.
web-checks-none = Zatím není zaznamenán žádný soubor.
web-checks-not-sound = V nepořádku
web-checks-older = { $n ->
    [one] více než před { $shown } měsícem
    [few] více než před { $shown } měsíci
   *[other] více než před { $shown } měsíci
}
web-checks-sound = { $n ->
    [one] { $shown } soubor je v pořádku.
    [few] Všechny { $shown } soubory jsou v pořádku.
   *[other] Všech { $shown } souborů je v pořádku.
}
web-checks-sound-files = V pořádku
web-checks-this-month = v posledních 30 dnech
web-checks-when = Zkontrolován
web-collection = Sbírka
web-collection-defined = collections.toml
web-collection-job = sklizeň
web-collection-kind = Čím je dána
web-collection-says = Co to je
web-collections-about = Pojmenované části archivu. Každá sklizeň je sbírkou sama; další jsou v souboru collections.toml archivu.
web-collections-none = Zatím žádné nejsou.
web-condition-added = přidán
web-condition-changed = změněn
web-condition-flawed = poškozené záznamy
web-condition-missing = chybí
web-condition-sound = v pořádku
web-condition-unreadable = nelze přečíst
web-file = Soubor
web-migration = Běh
web-migration-damaged = S poškozením
web-migration-failed = Neúspěšných
web-migration-in = Bajtů na vstupu
web-migration-no-summary = Souhrn ještě není: píše se na konci běhu.
web-migration-out = Bajtů na výstupu
web-migration-passed = Nejsou archivy
web-migration-running = pracuje
web-migration-sources = Hotových zdrojů
web-migration-summary = Souhrn
web-migration-trouble = podívejte se
web-migration-verified = Porovnáno, v pořádku
web-migration-well = hotovo
web-migrations = Převody
web-migrations-about = Běhy příkazu stodola migrate, jejichž výstupní složka je ve složce migrations archivu.
web-migrations-none = Žádné nejsou: dejte příkazu stodola migrate výstupní složku tam, --out ARCHIV/migrations/JMÉNO.
web-nav-projects = Projekty
web-project = Projekt
web-project-add = Přidat projekt
web-project-change = Změnit projekt
web-project-empty = Zatím k němu nic nepatří.
web-project-name = Jméno
web-project-new = Nový projekt
web-project-note = K čemu je
web-project-own = jen vy
web-project-owner = Čí je
web-project-parts = Co k němu patří
web-project-parts-help = Jedno na řádek: *.example.cz pro doménu, http://example.cz/a/* pro všechny adresy, které tak začínají, jedna adresa, nebo collection:JMÉNO.
web-project-removed = Projekt je pryč. V archivu se nic nezměnilo.
web-project-saved = Projekt je uložen.
web-project-search = Hledat v projektu
web-project-share = Smějí jej používat i všichni ostatní
web-project-shared = všichni
web-project-who = Kdo jej smí používat
web-projects = Projekty
web-projects-about = Projekt je vaše vlastní pojmenovaná část archivu: weby, začátky adres, sbírky. Lze na něj omezit hledání i seznamy zachycení.
web-projects-none = Zatím nemáte žádný projekt.
web-within-project = V projektu
