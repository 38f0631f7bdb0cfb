import type { SignalName, VitalName } from '@portico/protocol/discovery/load-report.ts'
import type { Generated } from 'kysely'
import { type Migrations, toMigration } from '../../database/migrate.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Loads in both arms of a rollout, by browser family. Only ever incremented, so several servers can add. */
    load_count: LoadCounts & SilentCounts & { family: string }
    /** The same by the path pattern of the page; empty: a page of another remote. */
    page_count: LoadCounts & { page: string }
    /** Visitors with a signal in both arms of a rollout. Only ever incremented. */
    signal_count: { rollout: string; signal: SignalName; canary: number; stable: number }
    /** How many values of a vital are in a bucket, in both arms of a rollout. Only ever incremented. */
    vital_count: { rollout: string; vital: VitalName; bucket: number; canary: number; stable: number }
    /** The networks that count in a rollout, each with its visitor. All are hashes, different in each rollout. */
    reporting_network: ReportingNetworkTable
    /** The errors of releases, each with how many visitors have had it in either arm. */
    release_error: ReleaseErrorTable
    /** Loads that browsers reported and that were not counted, by reason. */
    dropped_load: { rollout: string; reason: string; count: number }
  }
}

/** First views of visitors of which nothing was reported. Rows without any of them are inserted without it. */
interface SilentCounts {
  canary_silent: Generated<number>
  stable_silent: Generated<number>
}

interface LoadCounts {
  rollout: string
  canary_loads: number
  canary_failures: number
  stable_loads: number
  stable_failures: number
  /** How many of the failures happened in a visitor's first page view since the share grew. */
  canary_first_failures: number
  stable_first_failures: number
}

/** Everything that limits what one network counts is in its row, so that rows can't grow in number. */
export interface ReportingNetworkTable {
  rollout: string
  network: string
  /** The only visitor whose loads count. */
  visitor: string
  canary_loads: number
  /** 1: a failure was counted, in either arm. */
  has_failed: number
  /** 1: a failure of the canary was counted. */
  canary_failed: number
  /** The canary's largest share at which a load was counted, in basis points. */
  share: number
  /** The nonce of the first page view at that share; empty: none yet. */
  first_view: string
  /** Start of the current day of this visitor, and the loads counted in it. */
  day_start: number
  day_loads: number
  /** Tokens that were used, as JSON: see `UsedTokensSchema`. */
  used: string
  /** The names of the signals that were counted, as JSON. */
  signals: string
  /** The fingerprints of the errors that were counted, as JSON. */
  errors: string
  /** When the page was shown of which nothing was reported yet; null: there is none. */
  shown_at: number | null
  /** Of the last such view; null: there was none yet. */
  shown_arm: 'canary' | 'stable' | null
  shown_family: string | null
  /** The largest share with such a view, in basis points; all, once one was silent. */
  shown_share: number
}

interface ReleaseErrorTable {
  remote: string
  /** `<version>-<hash8>` */
  release: string
  /** Such as `TypeError home.js:1:23`. */
  fingerprint: string
  /** Where it happened last; empty: unknown. */
  page: string
  /** Browser families, as JSON. */
  browsers: string
  canary: number
  stable: number
  first_seen: number
  last_seen: number
  /** The position in the sources, as JSON; null: nobody has looked yet. */
  source: string | null
}

export const telemetryMigrations = {
  'beacon/0001-first': toMigration(
    `create table metric (
      rollout text not null, bucket bigint not null,
      canary_loads integer default 0 not null, canary_failures integer default 0 not null,
      stable_loads integer default 0 not null, stable_failures integer default 0 not null,
      constraint metric_key primary key (rollout, bucket))`,
    `create table failing_network (
      rollout text not null, network text not null, constraint failing_network_key primary key (rollout, network))`,
    'create table counted (key text primary key, count integer not null, ends_at bigint not null)',
    'create index counted_ends_at on counted (ends_at)',
  ),
  'beacon/0002-networks-and-families': toMigration(
    `create table load_count (
      rollout text not null, family text not null,
      canary_loads integer default 0 not null, canary_failures integer default 0 not null,
      stable_loads integer default 0 not null, stable_failures integer default 0 not null,
      constraint load_count_key primary key (rollout, family))`,
    // Evidence from before browser families existed calls them `all`.
    `insert into load_count (rollout, family, canary_loads, canary_failures, stable_loads, stable_failures)
      select rollout, 'all', sum(canary_loads), sum(canary_failures), sum(stable_loads), sum(stable_failures)
      from metric group by rollout`,
    'drop table metric',
    'drop table failing_network',
    'drop table counted',
    `create table reporting_network (
      rollout text not null, network text not null, visitor text not null, canary_loads integer not null,
      has_failed integer not null, canary_failed integer not null, day_start bigint not null,
      day_loads integer not null, used text not null,
      constraint reporting_network_key primary key (rollout, network))`,
    `create table dropped_load (
      rollout text not null, reason text not null, count bigint not null,
      constraint dropped_load_key primary key (rollout, reason))`,
  ),
  'beacon/0003-first-loads': toMigration(
    'alter table load_count add column canary_first_failures integer default 0 not null',
    'alter table load_count add column stable_first_failures integer default 0 not null',
    'alter table reporting_network add column share integer default 0 not null',
    "alter table reporting_network add column first_view text default '' not null",
  ),
  'beacon/0004-signals': toMigration(
    "alter table reporting_network add column signals text default '[]' not null",
    `create table signal_count (
      rollout text not null, signal text not null, canary integer not null, stable integer not null,
      constraint signal_count_key primary key (rollout, signal))`,
  ),
  'beacon/0005-errors': toMigration(
    "alter table reporting_network add column errors text default '[]' not null",
    `create table release_error (
      remote text not null, release text not null, fingerprint text not null, page text not null,
      browsers text not null, canary integer not null, stable integer not null,
      first_seen bigint not null, last_seen bigint not null, source text,
      constraint release_error_key primary key (remote, release, fingerprint))`,
  ),
  'beacon/0005-vitals': toMigration(
    `create table vital_count (
      rollout text not null, vital text not null, bucket integer not null,
      canary integer not null, stable integer not null,
      constraint vital_count_key primary key (rollout, vital, bucket))`,
  ),
  'beacon/0006-pages.additive': toMigration(
    `create table page_count (
      rollout text not null, page text not null, canary_loads integer not null, canary_failures integer not null,
      stable_loads integer not null, stable_failures integer not null,
      canary_first_failures integer not null, stable_first_failures integer not null,
      constraint page_count_key primary key (rollout, page))`,
  ),
  'beacon/0007-silent.additive': toMigration(
    'alter table reporting_network add column shown_at bigint',
    'alter table reporting_network add column shown_arm text',
    'alter table reporting_network add column shown_family text',
    'alter table reporting_network add column shown_share integer default 0 not null',
    'alter table load_count add column canary_silent integer default 0 not null',
    'alter table load_count add column stable_silent integer default 0 not null',
    'create index reporting_network_shown on reporting_network (shown_at) where shown_at is not null',
  ),
} satisfies Migrations
