"""Questions that try to read, write, configure or stop more than a store: all are refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.errors import ParseError
from croupier.store import Store
from croupier.store.functions import FUNCTIONS, TABLE_FUNCTIONS

from .test_store import write

# {out} is a folder outside of the store, {store} the store.
READ_FILES = """
from '{out}/secret.csv'
from '{out}/secret.parquet'
from '{out}/secret.json'
from '{out}/*'
from "{out}/secret.csv"
select * from read_csv('{out}/secret.csv')
select * from read_csv_auto('{out}/secret.csv')
select * from read_csv(['{out}/secret.csv'])
select * from sniff_csv('{out}/secret.csv')
select * from read_json('{out}/secret.json')
select * from read_json_auto('{out}/secret.json')
select * from read_json_objects('{out}/secret.json')
select * from read_ndjson('{out}/secret.json')
select * from read_ndjson_auto('{out}/secret.json')
select * from read_ndjson_objects('{out}/secret.json')
select * from read_parquet('{out}/secret.parquet')
select * from parquet_scan('{out}/secret.parquet')
select * from parquet_metadata('{out}/secret.parquet')
select * from parquet_schema('{out}/secret.parquet')
select * from parquet_file_metadata('{out}/secret.parquet')
select * from parquet_kv_metadata('{out}/secret.parquet')
select * from parquet_full_metadata('{out}/secret.parquet')
select * from parquet_bloom_probe('{out}/secret.parquet', 'x', 1)
select * from read_text('{out}/secret.csv')
select * from read_blob('{out}/secret.csv')
select * from read_text('{store}/../out/secret.csv')
select * from read_text('{store}/store.json')
select * from read_parquet('{store}/parts/00000001/players.parquet')
from '{store}/parts/00000001/players.parquet'
select * from glob('{out}/*')
select * from glob('{store}/**')
select * from READ_TEXT('{out}/secret.csv')
select * from "read_text"('{out}/secret.csv')
select * from main.read_text('{out}/secret.csv')
select * from system.main.read_text('{out}/secret.csv')
select (select content from read_text('{out}/secret.csv'))
select * from hands where exists (from read_text('{out}/secret.csv'))
select * from hands, lateral (from read_text('{out}/secret.csv'))
with x as (from read_text('{out}/secret.csv')) from x
with recursive x as (from read_text('{out}/secret.csv') union all from x) from x
from (from (from read_text('{out}/secret.csv')))
select 1 union all select size from read_text('{out}/secret.csv')
from hands order by (select size from read_text('{out}/secret.csv'))
from hands limit (select size from read_text('{out}/secret.csv'))
select row_number() over (order by (select size from read_text('{out}/secret.csv'))) from hands
describe from read_text('{out}/secret.csv')
summarize from read_csv('{out}/secret.csv')
from read_duckdb('{out}/x.db')
from 'https://example.com/x.csv'
from 's3://bucket/x.parquet'
from read_csv('http://127.0.0.1:1/x')
from '/proc/self/environ'
from read_text('/proc/self/environ')
from read_text('/dev/zero')
from read_blob('.tmp/*')
from glob('.tmp/*')
from pandas_scan(1)
from arrow_scan(1, 2, 3)
from python_map_function(1)
from arrow_scan_dumb(1, 2, 3)
from seq_scan('x')
from secret
from query('select 1')
from query('from read_text(''{out}/secret.csv'')')
from query_table('hands')
from query_table(['hands', 'players'])
from json_execute_serialized_sql('{}')
select json_execute_serialized_sql(json_serialize_sql('select 1'))
select json_serialize_plan('select 1')
select json_deserialize_sql(json_serialize_sql('select 1'))
select getenv('HOME')
select getvariable('x')
select current_setting('temp_directory')
select current_setting('allowed_directories')
""".strip().split("\n")

WRITE = """
select * from enable_logging(storage := 'file', storage_path := '{store}/log')
select * from enable_logging(storage := 'file', storage_path := '{out}/log')
select * from enable_logging(storage := 'stdout')
select * from enable_logging('QueryLog')
call enable_logging(storage := 'file', storage_path := '{store}/log')
select * from disable_logging()
select * from truncate_duckdb_logs()
select * from enable_profiling()
select * from enable_profiling(format := 'json', save_location := '{out}/profile')
select * from disable_profiling()
select write_log('x')
select write_log('x', level := 'error', scope := 'connection')
from checkpoint()
from force_checkpoint()
from create_external_resource('x')
from register_external_resource('x')
from register_external_resource_type('x')
from destroy_external_resource('x')
from deregister_external_resource('x')
copy hands to '{out}/hands.csv'
copy hands to '{store}/parts/00000001/hands.parquet'
copy (select 1) to '{out}/x' (format parquet)
copy (select 1) to '/dev/stdout'
copy hands from '{out}/secret.csv'
export database '{out}/x'
import database '{out}/x'
attach '{out}/x.db'
attach ':memory:' as other
detach memory
use memory
create table x as select 1
create temp table x as select 1
create view x as select 1
create or replace temp view hands as select 1
create macro f(x) as x
create function f(x) as table select x
create schema x
create sequence x
create type x as enum ('a')
create secret (type s3)
create persistent secret x (type s3)
create index x on hands (hand)
create trigger x after insert on hands for each row select 1
drop view hands
drop table if exists hands
alter view hands rename to h
alter table hands add column x int
insert into hands values (1)
update hands set hand = 1
delete from hands
truncate hands
merge into hands using players on true when matched then delete
with x as (insert into hands values (1) returning *) from x
with x as (delete from hands returning *) from x
begin
commit
rollback
checkpoint
force checkpoint
vacuum
analyze
comment on view hands is 'x'
""".strip().split("\n")

CONFIGURE = """
set threads = 1
set memory_limit = '1TB'
set temp_directory = '{out}'
set enable_external_access = true
set lock_configuration = false
set allowed_directories = ['/']
set global allowed_paths = ['/']
set session search_path = 'main'
set custom_extension_repository = 'x'
set file_search_path = '{out}'
set log_query_path = '{out}/log'
set profile_output = '{out}/profile'
set variable x = 1
reset threads
reset lock_configuration
pragma enable_profiling
pragma threads = 1
pragma database_list
pragma version
pragma table_info('hands')
pragma show_tables
pragma import_database('{out}')
pragma copy_database('x', 'y')
pragma add_parquet_key('x', 'y')
install httpfs
force install httpfs
load httpfs
load '{out}/x.so'
update extensions
prepare x as select 1
execute x
deallocate x
call pragma_version()
call range(5)
explain select 1
explain analyze select 1
explain analyze copy hands to '{out}/x'
explain analyze from enable_logging(storage := 'stdout')
select setseed(0.5)
select nextval('x')
select setval('x', 1)
select currval('x')
""".strip().split("\n")

SHOW_SYSTEM = """
from duckdb_settings()
from duckdb_secrets()
from duckdb_logs
from duckdb_logs()
from duckdb_log_contexts()
from duckdb_views()
from duckdb_tables()
from duckdb_columns()
from duckdb_databases()
from duckdb_functions()
from duckdb_extensions()
from duckdb_temporary_files()
from duckdb_external_file_cache()
from duckdb_memory()
from duckdb_variables()
from duckdb_prepared_statements()
from duckdb_connection_count()
from which_secret('s3://x', 's3')
from pragma_database_size()
from pragma_storage_info('hands')
from pragma_table_info('hands')
from pragma_show('hands')
from pg_catalog.pg_class
from pg_class
from sqlite_master
from information_schema.tables
from information_schema.columns
from temp.main.kept_notes
from kept_notes
from test_all_types()
from test_vector_types(null::int)
from repeat(1, 9)
from repeat_row(1, num_rows := 9)
from summary((from hands))
from json_each('{}')
from json_tree('{}')
select current_query()
select current_user()
select pg_sleep(1)
select sleep_ms(1000)
select txid_current()
select stats(1)
select pg_get_viewdef(1)
select inet_client_addr()
select current_schemas(true)
select parse_duckdb_log_message('x', 'y')
select st_geomfromwkb('x')
select vector_type(1)
select make_type('int')
select invoke(lambda x: x, 1)
select create_sort_key(1, 'asc')
pivot players on position using count(*)
select 1; drop view hands
select 1; from enable_logging(storage := 'stdout')
from enable_logging(storage := 'stdout'); select 1
select 1; set threads = 1
;
--
/* */ -- nothing
""".strip().split("\n")

ATTACKS = [*READ_FILES, *WRITE, *CONFIGURE, *SHOW_SYSTEM]

QUESTIONS = """
select count(*) from hands
from hands select hand, board order by hand desc limit 1 offset 1
select name, avg(vpip::int), count(three_bet) from players group by name having count(*) > 0
select name, row_number() over (partition by name order by hand) as n from players qualify n = 1
select sum(net) over (order by hand rows between 1 preceding and current row) from players
select lag(net, 1, 0) over w from players window w as (partition by name order by hand)
with x as (select name, net from players), y as (from x where net > 0) select * from y
with recursive x(n) as (select 1 union all select n + 1 from x where n < 9) select sum(n) from x
from (pivot players on position in ('BTN', 'BB') using count(*) group by name)
pivot players on position in ('BTN', 'BB') using avg(net) group by name
unpivot (select hand, net, paid from players) on net, paid into name what value amount
select list(net order by net), list_transform(list(net), lambda x: x * 2) from players
select [x * 2 for x in range(5) if x > 1], {'a': 1}.a, map {'a': 1}['a'], [1, 2, 3][2], 'abc'[1:2]
select unnest([1, 2]), unnest({'a': 1})
select string_agg(distinct name, ', ' order by name), first(name), max_by(name, net) from players
select quantile_cont(net, 0.5), median(net), stddev(net), corr(net, paid), mode(net) from players
select name.upper().lower(), regexp_replace(name, 'A', 'B'), name ilike 'a%' from players
select case when net > 0 then 'won' when net < 0 then 'lost' end, coalesce(net, 0) from players
select date_trunc('month', time), extract(year from time), time + interval 1 day from hands
select p.name, h.board from players p join hands h using (hand) left join notes n using (hand)
select * from players p asof join hands h on p.hand >= h.hand
select * exclude (hand) replace (net / 2 as net) from players
select columns('net|paid') from players
select a.*, b.* from players a, lateral (select count(*) from actions where hand = a.hand) b
select * from players where hand in (select hand from hands) and net between -1000 and 1000
select exists (from hands where hand = 0), net is distinct from 1 from players
select name from players union select name from names except select 'nobody'
select count(*) filter (where net > 0), round(avg(net), 2), 7 // 2, 2 ** 3 from players
select grouping(name), name, count(*) from players group by rollup (name)
select * from players using sample 2 rows
from players tablesample 50%
values (1, 'a'), (2, 'b')
from range(3) t(n) select n, generate_series(1, n)
select * from generate_series(1, 3)
describe hands
summarize players
show tables
describe select name, net from players
select to_json(p), json_extract('{"a": 1}', '$.a'), '{"a": [1]}'::json->'a'->>0 from players p
select histogram(net), approx_count_distinct(name), arg_max(name, net) from players
select cast('1' as int), try_cast('x' as int), 1::decimal(10, 2), '2020-01-01'::date, typeof(1)
select greatest(1, 2), abs(-1), sqrt(4), hash(name), strftime(now(), '%Y') from players
select distinct on (name) name, hand from players order by name, hand
select if(net > 0, 1, 0), nullif(net, 0), ifnull(net, 0), net % 2, -net, not (net > 0) from players
table hands
select name, tags from notes where list_contains(tags, 'friend')
select hand, name collate nocase from players order by all
""".strip().split("\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("attacks")
    store = Store(folder / "store")
    store.add(write(folder / "hands.phhs", range(1, 6)), keep_text=True)
    store.tag("Ann", "friend")
    out = folder / "out"
    out.mkdir()
    (out / "secret.csv").write_text("a,b\nsecret,2\n")
    (out / "secret.json").write_text('{"a": "secret"}\n')
    store.connect().execute(f"copy (select 'secret' as x) to '{out}/secret.parquet'")
    return folder


def look(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("hides", [False, True])
def test_attacks_are_refused(
    folder: Path, hides: bool, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is our error, before it is run: nothing is written, shown or changed by any of them."""
    monkeypatch.chdir(folder)
    store = Store(folder / "store", anonymize=hides, key="k")
    assert len(ATTACKS) >= 190
    before = look(folder)
    went: list[tuple[str, ParseError | None]] = []
    for attack in ATTACKS:
        sql = attack.replace("{out}", str(folder / "out")).replace("{store}", str(store.path))
        try:
            store.query(sql)
        except ParseError as error:
            if error.code not in ("store-question", "store-hidden", "store-sql"):
                went.append((sql, error))
            # DuckDB has only parsed it.
            if error.code == "store-sql" and "Parser Error" not in str(error):
                went.append((sql, error))
        else:
            went.append((sql, None))
    assert went == []
    assert look(folder) == before
    assert capfd.readouterr() == ("", "")
    assert store.query("select count(*) as n from hands").to_pylist() == [{"n": 5}]
    settings = store._connect_closed().execute(
        "select current_setting('lock_configuration'), current_setting('enable_external_access')"
    )
    assert settings.fetchall() == [(True, False)]


@pytest.mark.parametrize("hides", [False, True])
@pytest.mark.parametrize("question", QUESTIONS)
def test_questions_are_answered(folder: Path, hides: bool, question: str) -> None:
    found = Store(folder / "store", anonymize=hides, key="k").query(question)
    assert found.num_columns
    assert not hides or "Ann" not in str(found.to_pylist())


def test_all_other_functions_of_duckdb_are_refused(folder: Path) -> None:
    store = Store(folder / "store")
    rows = store.connect().execute(
        "select distinct function_type, function_name from duckdb_functions()"
        r" where regexp_full_match(function_name, '\w+') order by all"
    )
    refused = 0
    for kind, name in rows.fetchall():
        is_table = kind in ("table", "table_macro", "pragma")
        if name.lower() in (TABLE_FUNCTIONS if is_table else FUNCTIONS):
            continue
        with pytest.raises(ParseError) as caught:
            store.query(f'from "{name}"()' if is_table else f'select "{name}"()')
        assert caught.value.code == "store-question", name
        refused += 1
    assert refused > 400


def test_long_and_deep_questions_are_errors(folder: Path) -> None:
    store = Store(folder / "store")
    for sql in (
        "select " + "1 + " * 100_000 + "1",
        "select " + "(" * 100_000 + "1" + ")" * 100_000,
        "select " + "[" * 900 + "]" * 900,
        "select " + "case when true then " * 900 + "1" + " end" * 900,
        "from (" * 3_000 + "from hands" + ")" * 3_000,
        "select '" + "x" * (1 << 20) + "'",
        "select \0",
        "select '\ud800'",
    ):
        with pytest.raises(ParseError):
            store.query(sql)
    assert store.query("select 1 as n").to_pylist() == [{"n": 1}]


SPILL = """
import sys
from croupier.store import Store
store = Store(sys.argv[1])
store.limit(megabytes=60, threads=1)
sql = "select count(*) n from (select n from range(4_000_000) t(n) order by hash(n), n)"
rows = store.query(sql)
assert rows.to_pylist() == [{"n": 4_000_000}]
"""


def test_large_sorts_spill_to_a_private_folder(folder: Path, tmp_path: Path) -> None:
    work, temporary = tmp_path / "work", tmp_path / "temporary"
    work.mkdir()
    temporary.mkdir()
    subprocess.run(
        [sys.executable, "-c", SPILL, str(folder / "store")],
        cwd=work,
        env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary)),
        check=True,
        timeout=300,
    )
    # Nothing is left of it, here or there.
    assert [*work.iterdir(), *temporary.iterdir()] == []
