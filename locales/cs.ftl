# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-add-known = { $path }: tytéž bajty už archiv má: { $name }
archive-added = přidáno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } osud URI
    [few] , { $outcomes } osudy URI
   *[other] , { $outcomes } osudů URI
}{ $moved ->
    [0] { "" }
   *[other] ; přesunuto: { $moved }
}{ $known ->
    [0] { "" }
   *[other] ; už tam bylo: { $known }
}
archive-captures = { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
archive-check-back = znovu se objevil
archive-check-dependents = { $captures ->
    [one] { $captures } závislý záznam jinde
    [few] { $captures } závislé záznamy jinde
   *[other] { $captures } závislých záznamů jinde
}
archive-check-finding = na pozici { $offset }: { $rule }: { $message }
archive-check-first-errors = chyby nalezeny poprvé
archive-check-missing = chybí souborů: { $files }; vraťte je na místo, nebo uveďte, proč chybí: stodola archive forget SOUBOR --why DŮVOD
archive-check-newly-damaged = nově poškozen
archive-check-newly-missing = nově zmizel
archive-check-newly-unreadable = nově nečitelný
archive-check-not-writable = do archivu nelze zapisovat; zkontrolujte ho s volbou --no-note
archive-check-same = jako předtím
archive-check-sizes = { $now ->
    [one] { $now } bajt
    [few] { $now } bajty
   *[other] { $now } bajtů
} místo { $should }
archive-check-sound-again = je opět v pořádku
archive-checked = zkontrolováno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, v nepořádku: { $bad }; nedávno zkontrolováno: { $skipped }, na další běh zbývá: { $left }
archive-dependents = { $name }: { $captures ->
    [one] { $captures } závislý záznam
    [few] { $captures } závislé záznamy
   *[other] { $captures } závislých záznamů
}
archive-dependents-nothing = { $folder }: není tu ani katalog, ani rejstřík obsahů
archive-file-changed = { $name }: není takový, jaký byl při přidání nebo poslední kontrole
archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
archive-file-missing-unknown = { $name }: soubor chybí; jeho záznamy už žádný katalog nezná
archive-file-moved = { $to }: soubor byl přesunut, dříve { $from }; jeho záznamy zůstávají
archive-folder-unreadable = nelze číst '{ $path }'
archive-forgotten = { $name }: vyřazen, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}; záznamů jinde, jejichž obsah v něm byl: { $dependents }
archive-lookup-file-missing = soubor chybí
archive-lookup-lost = z toho ztraceno: { $captures }, soubor chybí (více poví stodola archive check)
archive-lookup-no-time = '{ $time }' není čas; zadejte 4 až 14 číslic
archive-lookup-outcome = úloha '{ $job }', kolo { $round }, { $when }: { $uri }: { $reason }; více poví stodola why
archive-more = … a další: { $number }
archive-move-cannot = nelze přesunout '{ $from }' do '{ $to }': { $error }
archive-move-neither = neexistuje ani '{ $from }', ani '{ $to }'
archive-move-no-folder = složka '{ $folder }' neexistuje; vytvořte ji, nebo zadejte novou cestu k souboru
archive-move-other-bytes = '{ $to }' má jiné bajty než dříve '{ $name }'; byl přidán jako nový soubor
archive-move-other-disk = zkopírujte soubor na nové místo, starý odstraňte a zadejte týž příkaz znovu: nelze přesunout '{ $from }' do '{ $to }': { $error }
archive-outcomes-unread = úloha '{ $job }': v katalogu není vše o osudu jejích URI: { $error }
archive-problem = { $name }: na pozici { $offset }: { $problem }
archive-rebuilt = katalog: { $sums }; { $before }{ $lost ->
    [0] { "" }
   *[other] ; z toho chybí souborů: { $lost } (viz stodola archive forget)
}
archive-rebuilt-before = předtím: { $sums }
archive-rebuilt-none-before = předtím nebyl žádný, který by šlo přečíst
archive-rebuilt-same = stejně jako předtím
archive-stats-behind = zbývá { $size }
archive-stats-by-host = Podle domény
archive-stats-by-job = Podle sklizně
archive-stats-by-kind = Podle druhu záznamu
archive-stats-by-outcome = Osudy URI podle sklizní
archive-stats-by-status = Podle stavu odpovědi
archive-stats-by-type = Podle typu
archive-stats-by-year = Podle roku
archive-stats-captures = záznamů
archive-stats-files = souborů
archive-stats-first = první
archive-stats-followers = Odvozeno ze souborů
archive-stats-hosts = domén
archive-stats-jobs = sklizní
archive-stats-last = poslední
archive-stats-size = velikost
archive-stats-stopped = zastaveno
archive-stats-up-to-date = aktuální
archive-sums = { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } osud URI
    [few] , { $outcomes } osudy URI
   *[other] , { $outcomes } osudů URI
}
archive-waiting = čekám: archiv '{ $folder }' používá { $holder }; příkaz bude pokračovat, až to skončí (Ctrl-C čekání ukončí)

## Úlohy

job-ledger = { $requests }; nejkratší doba od jednoho k dalšímu { $interval }, nejkratší pauza mezi nimi { $pause }; před uplynutím dlužné pauzy: { $early }

job-listed = { $archive }: { $jobs ->
    [one] { $jobs } úloha
    [few] { $jobs } úlohy
   *[other] { $jobs } úloh
}

job-outscope-files = { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}

job-outscope-links = { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
}

job-outscope-unusable = vynecháno { $links }, které žádná úloha nestáhne

job-requests = { $requests ->
    [one] { $requests } dotaz
    [few] { $requests } dotazy
   *[other] { $requests } dotazů
}

job-round-title = '{ $job }', kolo { $round }

## Proč (příkaz why)

why-lost = záznam z { $time } je ztracen: jeho soubor { $file } chybí
why-no-host = '{ $url }' není URI se serverem, jako například https://example.org/
