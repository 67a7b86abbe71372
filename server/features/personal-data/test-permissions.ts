import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { approvalMakersRow } from '#test/permissions/permission-rows.ts'
import { isAnswered, requestByClient } from '#test/permissions/probe-requests.ts'

export const permissions: FeaturePermissions = {
  rows: { 'GET /clients/:clientId/personal-data': approvalMakersRow },
  probes: { 'GET /clients/:clientId/personal-data': { requests: [requestByClient], revealsRecord: isAnswered } },
}
