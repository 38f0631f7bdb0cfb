import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsoleRoutes } from './routes.tsx'

const root = document.createElement('div')
document.body.append(root)
createRoot(root).render(
  <StrictMode>
    <ConsoleRoutes />
  </StrictMode>,
)
