-- Each domain with its newest tag.
SELECT domain, max(tag) FROM rounds GROUP BY domain ORDER BY domain
