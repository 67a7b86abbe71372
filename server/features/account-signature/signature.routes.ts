import { changeSignature as change, getSignature } from '#contract/account-signature.ts'
import { type Route, serve } from '#server/core/serve.ts'
import { changeSignature } from './change-signature.ts'
import { findSignature } from './signature.queries.ts'

export const signatureRoutes: readonly Route[] = [serve(getSignature, findSignature), serve(change, changeSignature)]
