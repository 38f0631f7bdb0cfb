import type { Dialect } from 'kysely'
import type { ConnectionState } from './connection-state.ts'

/** The same dialect, with every connection acquired through `guard`. */
export function createGuardedDialect(dialect: Dialect, guard: ConnectionState['guard']): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = (options) => guard(() => acquire(options))
      return driver
    },
  }
}
