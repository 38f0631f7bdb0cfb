/** Where modules of the kit are now, by where kits named `@portico/shared` had them. */
export const movedModules: Readonly<Record<string, string>> = {
  'release/manifest.ts': 'contract/manifest.ts',
  'release/page-metadata.ts': 'contract/page-metadata.ts',
  'release/row-filter.ts': 'contract/row-filter.ts',
  'whatsapp-link.ts': 'site/whatsapp-link.ts',
}
