import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { everybodyRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: {
    'POST /public/links/code': everybodyRow,
    'POST /public/links/verify': everybodyRow,
  },
}
