import type { Feature } from '#server/core/feature.ts'
import { credentialRoutes } from './credentials.routes.ts'
import { sessionRoutes } from './session.routes.ts'

export const feature: Feature = { routes: [...sessionRoutes, ...credentialRoutes] }
