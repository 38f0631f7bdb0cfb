import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/tables.ts'

/** A constraint or a unique index: what keeps rows out of a table. */
interface Limit {
  readonly definition: string
  /** Names of the columns that it concerns; none: unknown. */
  readonly columns: readonly string[]
  /** A foreign key that keeps rows of this table from being deleted; null: it is none. */
  readonly holds: string | null
}

interface Column {
  /** Its type, and the default or expression if it has one. */
  readonly definition: string
  /** Whether a row has to name a value for it. */
  readonly isRequired: boolean
}

interface Table {
  readonly columns: ReadonlyMap<string, Column>
  readonly limits: readonly Limit[]
}

/** What a database looks like, without its rows. */
export interface Schema {
  readonly tables: ReadonlyMap<string, Table>
  /** Definitions of everything else by name: indexes, triggers, functions and views. */
  readonly others: ReadonlyMap<string, string>
}

type Reader = Db

/** Reads the schema of a database of either kind. */
export function readSchema(db: Reader, kind: Database['kind']): Promise<Schema> {
  return kind === 'sqlite' ? readSqliteSchema(db) : readPostgresSchema(db)
}

interface SqliteObject {
  readonly type: string
  readonly name: string
  readonly sql: string
}

async function readSqliteSchema(db: Reader): Promise<Schema> {
  const { rows } = await sql<SqliteObject>`
    select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'`.execute(db)
  const tables = new Map<string, Table>()
  for (const row of rows) if (row.type === 'table') tables.set(row.name, await readSqliteTable(db, row))
  const others = rows.filter(({ type }) => type !== 'table')
  return { tables, others: new Map(others.map(({ type, name, sql: text }) => [`${type} ${name}`, text])) }
}

interface SqliteColumn {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: string | null
  readonly pk: number
  readonly hidden: number
}

async function readSqliteTable(db: Reader, { name, sql: text }: SqliteObject): Promise<Table> {
  const { rows } = await sql<SqliteColumn>`select * from pragma_table_xinfo(${name})`.execute(db)
  const columns = rows.map(({ name: column, type, notnull, dflt_value, hidden }) => {
    const definition = `${type}${notnull ? ' not null' : ''} default ${dflt_value} hidden ${hidden}`
    return [column, { definition, isRequired: notnull === 1 && dflt_value === null }] as const
  })
  const keys = rows.filter(({ pk }) => pk > 0).map((row) => row.name)
  const checks = text.match(/\bcheck\s*\((?:[^()]|\([^()]*\))*\)/gi) ?? []
  const limits: Limit[] = [
    { definition: `primary key (${keys})`, columns: keys, holds: null },
    ...checks.map((definition) => {
      const named = rows.map((row) => row.name).filter((column) => definition.includes(column))
      return { definition, columns: named, holds: null }
    }),
    ...(await readSqliteUnique(db, name)),
    ...(await readSqliteReferences(db, name)),
  ]
  return { columns: new Map(columns), limits }
}

async function readSqliteUnique(db: Reader, table: string): Promise<Limit[]> {
  const { rows } = await sql<{ columns: string | null }>`
    select (select group_concat(name) from pragma_index_info(indexes.name)) as columns
    from pragma_index_list(${table}) as indexes where "unique" = 1 and origin <> 'pk'`.execute(db)
  return rows.map(({ columns }) => ({
    definition: `unique (${columns})`,
    columns: columns?.split(',') ?? [],
    holds: null,
  }))
}

async function readSqliteReferences(db: Reader, table: string): Promise<Limit[]> {
  const { rows } = await sql<{ from: string; table: string; to: string; on_delete: string }>`
    select * from pragma_foreign_key_list(${table})`.execute(db)
  return rows.map(({ from, table: to, to: key, on_delete }) => ({
    definition: `foreign key (${from}) references ${to} (${key}) on delete ${on_delete}`,
    columns: [from],
    holds: /^(?:no action|restrict)$/i.test(on_delete) ? to : null,
  }))
}

async function readPostgresSchema(db: Reader): Promise<Schema> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    db,
  )
  const tables = new Map<string, Table>()
  for (const { name } of names) tables.set(name, await readPostgresTable(db, name))
  const { rows } = await sql<{ name: string; definition: string }>`
    select 'index ' || indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
    union all
    select 'trigger ' || tgname || ' of ' || tgrelid::regclass, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'function ' || oid::regprocedure, pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select 'view ' || viewname, definition from pg_views where schemaname = 'public'`.execute(db)
  return { tables, others: new Map(rows.map(({ name, definition }) => [name, definition])) }
}

async function readPostgresTable(db: Reader, table: string): Promise<Table> {
  const { rows } = await sql<{ name: string; definition: string; isRequired: boolean }>`
    select attname as name,
      format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') || attidentity::text || attgenerated::text as definition,
      attnotnull and adbin is null and attidentity = '' as "isRequired"
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${sql.lit(`public."${table}"`)}::regclass and attnum > 0 and not attisdropped`.execute(
    db,
  )
  const columns = rows.map(({ name, ...column }) => [name, column] as const)
  return { columns: new Map(columns), limits: await readPostgresLimits(db, table) }
}

async function readPostgresLimits(db: Reader, table: string): Promise<Limit[]> {
  const { rows } = await sql<Limit>`
    with limits as (
      select conrelid as relation, pg_get_constraintdef(oid) as definition, conkey as keys,
        case when contype = 'f' and confdeltype in ('a', 'r') then confrelid end as held
      from pg_constraint where contype in ('p', 'u', 'f', 'c', 'x')
      union all
      select indrelid, pg_get_indexdef(indexrelid), indkey::smallint[], null from pg_index
      where indisunique and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    )
    select definition, relname as holds, array(
      select attname::text from pg_attribute where attrelid = relation and attnum = any (keys) and attnum > 0
    ) as columns
    from limits left join pg_class on pg_class.oid = held
    where relation = ${sql.lit(`public."${table}"`)}::regclass`.execute(db)
  return rows
}
