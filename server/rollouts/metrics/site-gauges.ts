import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../database/database.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { getChannelNames } from '../notifications/notification.ts'

interface GaugeServices extends ReleaseStorage, Pick<Database, 'isUnavailable' | 'getPool'> {
  readonly discovery: Discovery
}

/** Gauges of the build, the database and the notifications that are waiting. */
export function createSiteGauges(registry: Registry, services: GaugeServices) {
  const { configuration, db, discovery, isUnavailable, getPool } = services
  const registers = [registry]
  const build = new Gauge({
    name: 'portico_build_info',
    help: '1, with the release of the shell, the version of Node and the revision of the discovery document.',
    labelNames: ['shell', 'node'],
    registers,
  })
  const revision = new Gauge({
    name: 'portico_discovery_revision',
    help: 'The revision of the discovery document that this server uses.',
    registers,
  })
  const up = new Gauge({ name: 'portico_database_up', help: '1 if the database responds.', registers })
  const pool = new Gauge({
    name: 'portico_database_pool_connections',
    help: 'Connections to PostgreSQL in use and idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
  })
  const queued = new Gauge({
    name: 'portico_notifications_queued',
    help: 'Notifications that are waiting for delivery, by channel.',
    labelNames: ['channel'],
    registers,
  })

  return {
    /** Updates what needs no query. */
    update(isDatabaseUp: boolean): void {
      const { shell, revision: current } = discovery.read()
      build.reset()
      build.set({ shell: shell === null ? '' : getReleaseId(shell), node: process.version }, 1)
      revision.set(current)
      up.set(isDatabaseUp && !isUnavailable() ? 1 : 0)
      for (const [state, count] of Object.entries(getPool() ?? {})) pool.set({ state }, count)
    },
    async updateQueued(): Promise<void> {
      const rows = await db
        .selectFrom('notification')
        .select(['channel', ({ fn }) => fn.countAll<number | string>().as('count')])
        .groupBy('channel')
        .execute()
      for (const channel of getChannelNames(configuration))
        queued.set({ channel }, Number(rows.find((row) => row.channel === channel)?.count ?? 0))
    },
  }
}
