INSERT INTO rounds (domain, tag, time, commit_id) VALUES (?1, ?2, ?3, ?4)
