import { afterEach, describe, expect, test } from 'vitest'
import type { Session } from '#contract/auth.ts'
import { actions, moduleKeys, type Role, roles } from '#contract/permissions.ts'
import { decide } from '#contract/rights.ts'
import { mayOpen, menuGroups, reachable, screens } from '#web/app/screens.ts'
import { useSession } from '#web/core/session.ts'

/** Which roles open which screen: admin, direction, supervisor, manager, partner, advisor, banker, investments, hr, user. */
const opened: Record<string, string> = {
  '/clientes': 'x x x x x x x x - -',
  '/clientes/:clientId': 'x x x x x x x x - -',
  '/clientes/:clientId/cuentas/:accountId': 'x x x x x x x x - -',
  '/clientes/:clientId/cuentas/nueva': 'x - x x - x x - - -',
  '/clientes/:clientId/cuentas/:draftId/editar': 'x - x x - x x - - -',
  '/crm/Productos': 'x x x x x x x x - -',
  '/crm/Productos/nuevo': 'x - - - - - - - - -',
  '/crm/Productos/:productId': 'x x x x x x x x - -',
  '/crm/EstudioProductos': 'x x x x x x x x - -',
  '/crm/Ingresos': 'x x x x - - x - - -',
  '/crm/Ingresos/extractos': 'x x - - - - - - - -',
  '/crm/Ingresos/extractos/:statementId': 'x x - - - - - - - -',
  '/crm/Ingresos/ficheros/:uploadId': 'x x - - - - - - - -',
  '/crm/Ingresos/sin-identificar': 'x x - - - - - - - -',
  '/crm/Ingresos/apuntes/:entryId': 'x x - - - - - - - -',
  '/crm/Retiradas': 'x x x x x x x - - -',
  '/crm/Retiradas/:paymentId': 'x x x x x x x - - -',
  '/crm/Retiradas/por-enviar': 'x x - - - - - - - -',
  '/crm/Retiradas/remesas': 'x x - - - - - - - -',
  '/crm/Retiradas/remesas/:batchId': 'x x - - - - - - - -',
  '/crm/Importar': 'x x - - - - - - - -',
  '/crm/Importar/:importId': 'x x - - - - - - - -',
  '/crm/Importar/:importId/errores': 'x x - - - - - - - -',
  '/crm/TuEquipo': 'x x x x - - x - - -',
  '/crm/TuEquipo/:employeeId/captacion': 'x x x x - - x - - -',
  '/crm/RRHH': 'x x - - - - - - x -',
  '/crm/RRHH/nuevo': 'x - - - - - - - x -',
  '/crm/RRHH/:employeeId': 'x x - - - - - - x -',
  '/crm/RRHH/:employeeId/editar': 'x - - - - - - - x -',
  '/crm/Traspasos': 'x x x x x x x - - -',
  '/crm/Traspasos/nuevo': 'x - x x - - x - - -',
  '/crm/Traspasos/:handoverId': 'x x x x x x x - - -',
  '/crm/ModulosPermisos': 'x x - - - - - - - -',
  '/crm/ModulosPermisos/personas': 'x x - - - - - - - -',
  '/crm/ModulosPermisos/personas/:userId': 'x x - - - - - - - -',
  '/crm/ModulosPermisos/acceso': 'x - - - - - - - - -',
  '/crm/areapersonal': 'x x x x x x x x x x',
  '/crm/Aprobaciones': 'x x x x x x x x x -',
  '/crm/Aprobaciones/suplencias': 'x x x x x x x x x -',
  '/crm/Aprobaciones/:approvalId': 'x x x x x x x x x -',
  '/crm/Vencimientos': 'x x x x x x x - - -',
  '/crm/Contabilidad': 'x x - - - - - - - -',
  '/crm/Contabilidad/asientos': 'x x - - - - - - - -',
  '/crm/Contabilidad/asientos/nuevo': 'x - - - - - - - - -',
  '/crm/Contabilidad/impuestos': 'x x - - - - - - - -',
  '/crm/Contabilidad/asientos/:journalId': 'x x - - - - - - - -',
  '/crm/Contabilidad/cierre': 'x x - - - - - - - -',
  '/crm/Contabilidad/retenciones': 'x x - - - - - - - -',
  '/crm/Contabilidad/retenciones/:clientId': 'x x - - - - - - - -',
  '/crm/Contabilidad/comprobacion': 'x x - - - - - - - -',
  '/crm/Pendientes': 'x x x x x x x - - -',
  '/crm/Avisos': 'x x x x x x x - - -',
  '/crm/Cancelaciones': 'x x x x x x x - - -',
  '/crm/Cancelaciones/:quoteId': 'x x x x x x x - - -',
  '/crm/Procesos': 'x x - - - - - - - -',
  '/crm/Procesos/:runId': 'x x - - - - - - - -',
  '/crm/Auditoria': 'x x - - - - - - - -',
  '/crm/Auditoria/accesos': 'x x - - - - - - - -',
  '/crm/Auditoria/:eventId': 'x x - - - - - - - -',
  '/crm/Ajustes': 'x - - - - - - - - -',
}

const actAs = (role: Role): void => {
  const rights = { role, matrix: [], rules: [] }
  const permissions = moduleKeys.map((module) => ({
    module,
    actions: actions.filter((action) => decide(rights, module, action).allowed),
  }))
  useSession.setState({ session: { role, permissions } as unknown as Session })
}
afterEach(() => useSession.setState({ session: null }))

test('the table names every screen, and no other', () => {
  expect(Object.keys(opened).sort()).toEqual(screens.map(({ path }) => path).sort())
})

describe.each(roles.map((role, n) => [role, n] as const))('%s', (role, n) => {
  test('opens the screens of the table, and finds no other in menu and palette', () => {
    actAs(role)
    const allowed = Object.keys(opened).filter((path) => opened[path]!.split(' ')[n] === 'x')
    expect(
      screens
        .filter(mayOpen)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(allowed.sort())
    const offered = [...menuGroups().flatMap((group) => group.screens), ...reachable()].map(({ path }) => path)
    expect(offered.filter((path) => !allowed.includes(path))).toEqual([])
  })
})
