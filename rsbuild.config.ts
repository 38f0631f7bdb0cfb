import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { createAppEnvironment } from './tools/build/create-app-environment.ts'
import { consoleName, createConsoleEnvironment } from './tools/build/create-console-environment.ts'
import { createDevelopmentServer, developmentContent } from './tools/build/create-development-server.ts'
import { findApps } from './tools/build/find-apps.ts'

// One configuration for the shell, every folder named remote-*, and the console; `--environment <name>` builds one alone.
export default defineConfig(async ({ command }) => {
  const root = import.meta.dirname
  const isDevelopment = command === 'dev'
  const apps = await findApps(root, isDevelopment)
  return {
    root,
    mode: isDevelopment ? 'development' : 'production',
    plugins: [pluginReact()],
    server: createDevelopmentServer(process.env),
    // No app imports the owner's content, so a change of it is no update of an app.
    ...(isDevelopment && {
      dev: { watchFiles: { paths: `${root}/${developmentContent}/content.json`, type: 'reload-page' } },
    }),
    environments: {
      ...Object.fromEntries(apps.map((app) => [app.name, createAppEnvironment(app, isDevelopment)])),
      ...(!isDevelopment && { [consoleName]: createConsoleEnvironment(root) }),
    },
  }
})
