import { changeSignature as change, getSignature } from '#contract/account-signature.ts'
import type { Feature } from '#server/core/feature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeSignature } from './change-signature.ts'
import { findSignature } from './signature.queries.ts'
import { signatureTask } from './signature-task.ts'

const routes: readonly Route[] = [serve(getSignature, findSignature), serve(change, changeSignature)]

export const feature: Feature = { routes, tasks: [signatureTask] }
