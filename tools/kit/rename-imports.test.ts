import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { renameImports } from './rename-imports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-rename-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

test('imports and settings get the new name of the kit, and the new place of its modules', () => {
  write(
    'pages/home/route.tsx',
    `// 🌦️ from '@portico/shared/ui/card.tsx'
import { Button } from "@portico/shared/ui/button.tsx"
import type { RowFilter } from '@portico/shared/release/row-filter.ts'
export { getWhatsAppLink } from '@portico/shared/whatsapp-link.ts'
import '../../own.ts'
const later = () => import(\`@portico/shared/ui/chart.tsx\`)
const text = '@portico/shared/ui/card.tsx'
`,
  )
  write('own.ts', "import { paths } from '@portico/kit/paths.ts'\n")
  write('node_modules/other/index.js', "import '@portico/shared/paths.ts'\n")
  write('tsconfig.json', '{ "extends": "@portico/shared/tsconfig.json" }\n')
  expect(renameImports(folder)).toEqual([
    {
      file: 'pages/home/route.tsx',
      text: `// 🌦️ from '@portico/shared/ui/card.tsx'
import { Button } from "@portico/kit/ui/button.tsx"
import type { RowFilter } from '@portico/kit/contract/row-filter.ts'
export { getWhatsAppLink } from '@portico/kit/site/whatsapp-link.ts'
import '../../own.ts'
const later = () => import(\`@portico/kit/ui/chart.tsx\`)
const text = '@portico/shared/ui/card.tsx'
`,
    },
    { file: 'tsconfig.json', text: '{ "extends": "@portico/kit/tsconfig.json" }\n' },
  ])
})

test('a repository that names the kit as it is called now stays as it is', () => {
  write('remote.ts', "import '@portico/kit/contract/contract.ts'\n")
  write('tsconfig.json', '{ "extends": "@portico/kit/tsconfig.json" }\n')
  expect(renameImports(folder)).toEqual([])
})
