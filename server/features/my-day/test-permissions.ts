import type { FeaturePermissions } from '#test/permissions/feature-permissions.ts'
import { employedRolesRow } from '#test/permissions/permission-rows.ts'

export const permissions: FeaturePermissions = {
  rows: { 'GET /my-day': employedRolesRow },
  screens: { '/crm/MiDia': 'x x x x x x x x x -' },
}
