/**
 * Tables of a GeoPackage (OGC 12-128r17, annex C), and the triggers that update its R-tree when other programs edit the file
 * (annex F.3).
 */

/** Table of the features. */
export const TABLE = 'boundaries'
export const WGS84_SRID = 4326

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],' +
  'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],' +
  'UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]'

export const CONTENT_TABLES = `
create table gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
insert into gpkg_spatial_ref_sys values
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', ${WGS84_SRID}, 'EPSG', 4326, '${WGS84}', 'longitude/latitude coordinates in decimal degrees on the WGS 84 spheroid');
create table gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
  description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
create table gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
create table gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
  scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));`

const INDEX = `rtree_${TABLE}_geom`
const INSERT = `insert or replace into ${INDEX} values (new.fid, ST_MinX(new.geom), ST_MaxX(new.geom), ST_MinY(new.geom), ST_MaxY(new.geom));`
const HAS_GEOMETRY = 'new.geom notnull and not ST_IsEmpty(new.geom)'
const HAS_NONE = '(new.geom isnull or ST_IsEmpty(new.geom))'

/** The program that edits the file provides the ST_ functions. */
export const INDEX_TRIGGERS = `
create trigger ${INDEX}_insert after insert on ${TABLE} when (${HAS_GEOMETRY}) begin ${INSERT} end;
create trigger ${INDEX}_update1 after update of geom on ${TABLE} when old.fid = new.fid and (${HAS_GEOMETRY}) begin ${INSERT} end;
create trigger ${INDEX}_update2 after update of geom on ${TABLE} when old.fid = new.fid and ${HAS_NONE} begin delete from ${INDEX} where id = old.fid; end;
create trigger ${INDEX}_update3 after update on ${TABLE} when old.fid != new.fid and (${HAS_GEOMETRY}) begin delete from ${INDEX} where id = old.fid; ${INSERT} end;
create trigger ${INDEX}_update4 after update on ${TABLE} when old.fid != new.fid and ${HAS_NONE} begin delete from ${INDEX} where id in (old.fid, new.fid); end;
create trigger ${INDEX}_delete after delete on ${TABLE} when old.geom notnull begin delete from ${INDEX} where id = old.fid; end;`
