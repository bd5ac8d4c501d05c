-- Which date the first shown day is. Until now it was the same in all data sets: 2026-05-20.
INSERT INTO matchday_meta (key, value)
SELECT 'first_day', 20593 FROM matchday_meta WHERE key = 'through'
ON CONFLICT DO NOTHING;
