-- The state of each shop, by DuckDB 1.5 without an extension. Reads shops.csv and states.parquet.

create or replace temp view rings as
select name, bbox, string_split(unnest(regexp_extract_all(ST_AsText(geometry), '\(([^()]+)\)', 1)), ', ') as positions
from 'states.parquet';

-- Each edge is two neighbouring positions of a ring, whose first and last are the same.
create or replace temp view edges as
select name, bbox, split_part(a, ' ', 1)::double as x1, split_part(a, ' ', 2)::double as y1,
       split_part(b, ' ', 1)::double as x2, split_part(b, ' ', 2)::double as y2
from (select name, bbox, unnest(positions[:-2]) as a, unnest(positions[2:]) as b from rings);

-- A point is in a state if a ray from it to the east crosses an odd number of edges. The box rules out most states before.
create or replace temp view found as
select shop, name
from 'shops.csv' as shops
join edges on lon between bbox.xmin and bbox.xmax and lat between bbox.ymin and bbox.ymax
where (y1 > lat) <> (y2 > lat) and lon < x1 + (lat - y1) / (y2 - y1) * (x2 - x1)
group by shop, name
having count(*) % 2 = 1;

select shop || ': ' || coalesce(name, 'in no state') as answer
from 'shops.csv' left join found using (shop)
order by shop;
