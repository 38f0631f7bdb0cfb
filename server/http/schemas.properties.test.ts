import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { anyJson, createArbitrary, settings } from '../testing/properties.ts'

const root = join(import.meta.dirname, '../..')
const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === 'schema' &&
  !('~async' in value)

const declaration = /^export const \w+Schema\b/m
const files = globSync('{shared,server}/**/*.ts', { cwd: root })
  .filter((file) => !/node_modules|\.types|\.d\.ts$|\.test\.ts$/.test(file))
  .filter((file) => declaration.test(readFileSync(join(root, file), 'utf8')))
/** Every exported schema. */
const schemas: [string, v.GenericSchema][] = []
for (const file of files) {
  const exported: Record<string, unknown> = await import(join(root, file))
  for (const [name, value] of Object.entries(exported))
    if (name.endsWith('Schema') && isSchema(value)) schemas.push([name, value])
}

test('the schemas are found', () => {
  const names = schemas.map(([name]) => name)
  expect(names).toEqual(
    expect.arrayContaining(['SignUpSchema', 'ReportSchema', 'ReleaseRecordSchema', 'StartRolloutSchema']),
  )
  expect(names.length).toBeGreaterThan(60)
})

/** Their output is of another type than their input. */
const converting = [
  'ConsoleSettingsSchema',
  'EnvironmentSchema',
  'MillisecondsSchema',
  'MonitoringSettingsSchema',
  'PortSchema',
  'PublishQuerySchema',
  'ReleasedContentSchema',
  'ReleaseSettingsSchema',
  'RequiredPermissionSchema',
  'SiteSettingsSchema',
]
/** So much of these is checked by code that made-up values are hardly ever valid. */
const demanding = [
  'RolloutStepsSchema',
  'HeadSchema',
  'SchemaSchema',
  'SiteSchema',
  'EvidenceSchema',
  'ShellReleaseSchema',
  'LegacyEvidenceSchema',
  'DiscoveryReleaseSchema',
  'ProjectSchema',
  'OwnerContentSchema',
  'RemotePageSchema',
  'PageDataSchema',
  'ReportSchema',
  'HostReportSchema',
  'ReleaseRecordSchema',
  'ReleaseDetailSchema',
  'RemoteManifestSchema',
  'ShellRecordSchema',
  'ShellPrerenderSchema',
  'DiscoveryDocumentSchema',
  'CreateTokenSchema',
  'GrantSchema',
  'CreatePreviewSchema',
  'SignUpSchema',
]

test.each(schemas)(
  '%s parses anything, and accepts what it has parsed after a way as JSON',
  (name, schema) => {
    let accepted = 0
    const anything = fc.oneof({ weight: 3, arbitrary: createArbitrary(schema) }, anyJson, fc.anything())
    fc.assert(
      fc.property(anything, (value) => {
        const first = v.safeParse(schema, value)
        if (!first.success || converting.includes(name)) return true
        accepted += 1
        const text = JSON.stringify(first.output)
        const second = v.safeParse(schema, JSON.parse(text))
        return second.success && JSON.stringify(second.output) === text
      }),
      settings,
    )
    if (![...converting, ...demanding].includes(name)) expect(accepted).toBeGreaterThan(0)
  },
)
