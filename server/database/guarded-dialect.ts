import type { DatabaseConnection, Dialect } from 'kysely'

type Pass = (acquire: () => Promise<DatabaseConnection>) => Promise<DatabaseConnection>

/** The same dialect, of which every connection goes through `pass`. */
export function passingDialect(dialect: Dialect, pass: Pass): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = (options) => pass(() => acquire(options))
      return driver
    },
  }
}
