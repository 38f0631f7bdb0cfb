import { useState } from 'react'
import { useApiTarget } from '../request/use-api-target.ts'
import { SmallButton } from '../ui/small-button.tsx'
import { getReleaseFileUrl, replaceBase } from './download.ts'
import styles from './export-buttons.module.css'
import { openApiFile, postmanFile } from './file-names.ts'

const formats = [
  { file: openApiFile, name: 'OpenAPI 3.1', as: 'openapi.json' },
  { file: postmanFile, name: 'Postman collection', as: 'postman.json' },
] as const

/** The whole catalogue for other tools, with the API's base URL filled in. No file contains a key. */
export function ExportButtons() {
  const { base } = useApiTarget()
  const [failed, setFailed] = useState<string | null>(null)
  const save = async ({ file, name, as }: (typeof formats)[number]) => {
    const isSaved = await saveExport(file, base, as)
    setFailed(isSaved ? null : name)
  }
  return (
    <div className={styles.exports}>
      <span>Export</span>
      {formats.map((offered) => (
        <SmallButton key={offered.file} onClick={() => void save(offered)}>
          {offered.name}
        </SmallButton>
      ))}
      <span role="alert">{failed && `The ${failed} couldn’t be downloaded. Try again.`}</span>
    </div>
  )
}

/** Downloads an export as a file; false if the request fails. */
async function saveExport(file: string, base: string, as: string): Promise<boolean> {
  try {
    const response = await fetch(getReleaseFileUrl(file))
    if (!response.ok) return false
    const url = URL.createObjectURL(
      new Blob([replaceBase(await response.text(), base)], { type: 'application/json' }),
    )
    const link = Object.assign(document.createElement('a'), { href: url, download: as })
    link.click()
    URL.revokeObjectURL(url)
    return true
  } catch {
    return false // Offline, or a part of the site that is away: said beside the button.
  }
}
