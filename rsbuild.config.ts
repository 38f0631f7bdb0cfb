import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { appEnvironment } from './tools/build/app-environment.ts'
import { developmentServer } from './tools/build/development-server.ts'
import { findApps } from './tools/build/find-apps.ts'

// One configuration for the shell and for every folder named remote-*; `--environment <name>` builds one alone.
export default defineConfig(async ({ command }) => {
  const root = import.meta.dirname
  const isDevelopment = command === 'dev'
  const apps = await findApps(root, isDevelopment)
  return {
    root,
    mode: isDevelopment ? 'development' : 'production',
    plugins: [pluginReact()],
    server: developmentServer(process.env),
    environments: Object.fromEntries(apps.map((app) => [app.name, appEnvironment(app, isDevelopment)])),
  }
})
