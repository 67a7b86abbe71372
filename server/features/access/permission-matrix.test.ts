import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CellGrant,
  changePermissionMatrix,
  exportPermissionMatrix,
  getPermissionMatrix,
} from '#contract/access.ts'
import { getSession } from '#contract/auth.ts'
import { listClients } from '#contract/clients.ts'
import type { ModuleKey, Role } from '#contract/permissions.ts'
import { setDisabledTasks } from '#server/domain/approvals.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Caller = Awaited<ReturnType<Awaited<ReturnType<typeof createTestTenant>>['as']>>
let t: Awaited<ReturnType<typeof createTestTenant>>
let admin: Caller
beforeAll(async () => {
  t = await createTestTenant('dino')
  admin = await t.as('admin')
  await setDisabledTasks(t.db, ['permissions.matrix'])
})
afterEach(() => t.owner.query('delete from dino.role_grant'))
afterAll(() => t.drop())

type CellChange = { role: Role; module: ModuleKey; seen: CellGrant | null; to: CellGrant | null }
const callChangeMatrix = (cells: CellChange[], caller = admin) =>
  caller.call(changePermissionMatrix, { body: { cells, reason: 'Reorganización' } })
const getMatrixCell = async (role: Role, module: ModuleKey) =>
  (await admin.call(getPermissionMatrix, {})).cells.find((cell) => cell.role === role && cell.module === module)!
const viewOnlyCell: CellGrant = { actions: ['view'], scope: 'own' }

describe('the permission matrix', () => {
  test('the matrix shows product default, firm cell, its author and the effective cell', async () => {
    expect(await getMatrixCell('partner', 'bt_Clientes')).toMatchObject({
      product: viewOnlyCell,
      firm: null,
      effective: viewOnlyCell,
    })
    expect(await getMatrixCell('user', 'bt_Clientes')).toMatchObject({ product: null, effective: { actions: [] } })
    const to: CellGrant = { actions: ['view', 'create'], scope: 'zone' }
    const proposed = await callChangeMatrix([{ role: 'partner', module: 'bt_Clientes', seen: null, to }])
    expect(proposed).toEqual({ state: 'done', approvalId: null })
    expect(await getMatrixCell('partner', 'bt_Clientes')).toMatchObject({
      product: viewOnlyCell,
      firm: to,
      effective: to,
      changedByName: admin.username,
    })
    expect((await getMatrixCell('admin', 'bt_ModulosPermisos')).locked).toEqual(['view', 'edit'])
    expect((await getMatrixCell('user', 'bt_AreaPersonal')).locked).toEqual(['view'])
  })

  test('a matrix change applies to the next request, notifies, and audits both values', async () => {
    const manager = await t.as('manager', (await t.make.employee()).cvl)
    await manager.call(listClients.page, { query: {} })
    await callChangeMatrix([
      { role: 'manager', module: 'bt_Clientes', seen: null, to: { actions: [], scope: 'own' } },
      { role: 'manager', module: 'bt_Ajustes', seen: null, to: viewOnlyCell },
    ])
    await expect(manager.call(listClients.page, { query: {} })).rejects.toMatchObject({ code: 'permission.missing' })
    const session = await manager.call(getSession, {})
    expect(session.permissions.some(({ module }) => module === 'bt_Clientes')).toBe(false)
    expect(session.unreadNotifications).toBe(1)
    const { rows } = await t.owner.query(
      `select before, after from dino.audit_event where action = 'permissions.matrixChanged' order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      before: { manager: { bt_Clientes: 'product', bt_Ajustes: 'product' } },
      after: { manager: { bt_Clientes: { actions: [], scope: 'own' }, bt_Ajustes: viewOnlyCell } },
    })
  })

  test("setting a cell back to its default values clears the firm's cell", async () => {
    const other: CellGrant = { actions: [], scope: 'own' }
    await callChangeMatrix([{ role: 'partner', module: 'bt_Clientes', seen: null, to: other }])
    await callChangeMatrix([
      { role: 'partner', module: 'bt_Clientes', seen: other, to: { actions: ['view'], scope: 'own' } },
    ])
    expect(await getMatrixCell('partner', 'bt_Clientes')).toMatchObject({ firm: null, effective: viewOnlyCell })
  })

  test('refuses an outdated matrix change of a second administrator, naming the changed cells', async () => {
    const second = await t.as('admin')
    await callChangeMatrix([{ role: 'hr', module: 'bt_RRHH', seen: null, to: viewOnlyCell }])
    const late = callChangeMatrix(
      [
        { role: 'hr', module: 'bt_RRHH', seen: null, to: { actions: ['view', 'edit'], scope: 'all' } },
        { role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell },
      ],
      second,
    )
    await expect(late).rejects.toMatchObject({ code: 'conflict.changed', fields: { 'hr.bt_RRHH': 'changed' } })
    expect((await getMatrixCell('hr', 'bt_Clientes')).firm).toBe(null)
  })

  test('accepts exactly one of two concurrent changes of a cell', async () => {
    const second = await t.as('admin')
    const both = await Promise.allSettled(
      [admin, second].map((caller, n) =>
        callChangeMatrix(
          [{ role: 'hr', module: 'bt_RRHH', seen: null, to: { ...viewOnlyCell, scope: n ? 'team' : 'zone' } }],
          caller,
        ),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('refuses matrix cells that lock out administrators, change nothing or appear twice', async () => {
    const wrong = async (cells: CellChange[]) =>
      callChangeMatrix(cells).then(
        () => 'done',
        ({ status, fields }) => [status, fields],
      )
    for (const to of [
      { actions: ['view'], scope: 'all' },
      { actions: ['view', 'edit'], scope: 'team' },
    ] as CellGrant[])
      expect(await wrong([{ role: 'admin', module: 'bt_ModulosPermisos', seen: null, to }])).toEqual([
        400,
        { 'admin.bt_ModulosPermisos': 'lastResort' },
      ])
    expect(
      await wrong([{ role: 'user', module: 'bt_AreaPersonal', seen: null, to: { actions: ['edit'], scope: 'own' } }]),
    ).toEqual([400, { 'user.bt_AreaPersonal': 'lastResort' }])
    const blind: CellGrant = { actions: ['export'], scope: 'own' }
    expect(await wrong([{ role: 'partner', module: 'bt_Clientes', seen: null, to: blind }])).toEqual([
      400,
      { 'partner.bt_Clientes': 'needsView' },
    ])
    expect(await wrong([{ role: 'partner', module: 'bt_Clientes', seen: null, to: viewOnlyCell }])).toEqual([
      400,
      { 'partner.bt_Clientes': 'unchanged' },
    ])
    const cell: CellChange = { role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell }
    expect(await wrong([cell, cell])).toEqual([400, { 'hr.bt_Clientes': 'duplicate' }])
  })

  test('refuses unknown fields, roles, modules and actions in a matrix change', async () => {
    const cell = { role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell }
    for (const body of [
      { cells: [{ ...cell, changedBy: '1' }], reason: 'Motivo' },
      { cells: [{ ...cell, to: { ...viewOnlyCell, locked: [] } }], reason: 'Motivo' },
      { cells: [{ ...cell, role: 'root' }], reason: 'Motivo' },
      { cells: [{ ...cell, module: 'bt_Todo' }], reason: 'Motivo' },
      { cells: [cell], reason: 'Motivo', approved: true },
      { cells: [cell], reason: '  ' },
      { cells: [], reason: 'Motivo' },
    ])
      expect((await admin.send(changePermissionMatrix, { body })).statusCode).toBe(400)
  })

  test('refuses a matrix change by a user whose scope is below the prefix', async () => {
    const lead = await t.as('supervisor', (await t.make.employee()).cvl)
    const cells: CellChange[] = [{ role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell }]
    await expect(callChangeMatrix(cells, lead)).rejects.toMatchObject({ status: 403 })
    const team: CellGrant = { actions: ['view', 'edit'], scope: 'team' }
    await callChangeMatrix([{ role: 'supervisor', module: 'bt_ModulosPermisos', seen: null, to: team }])
    await expect(callChangeMatrix(cells, lead)).rejects.toMatchObject({ status: 404 })
    expect((await lead.call(getPermissionMatrix, {})).mayEdit).toBe(false)
  })

  test('a matrix change waits for approval and shows as waiting', async () => {
    await setDisabledTasks(t.db, [])
    const cells: CellChange[] = [{ role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell }]
    const proposed = await callChangeMatrix(cells)
    await setDisabledTasks(t.db, ['permissions.matrix'])
    expect(proposed).toMatchObject({ state: 'pending' })
    expect((await getMatrixCell('hr', 'bt_Clientes')).firm).toBe(null)
    expect((await admin.call(getPermissionMatrix, {})).waiting).toMatchObject([
      {
        approvalId: proposed.approvalId,
        makerName: admin.username,
        reason: 'Reorganización',
        cells: [{ role: 'hr', module: 'bt_Clientes' }],
      },
    ])
  })

  test('exports every cell of the matrix as a file', async () => {
    await callChangeMatrix([{ role: 'hr', module: 'bt_Clientes', seen: null, to: viewOnlyCell }])
    const { body, statusCode } = await admin.send(exportPermissionMatrix, { query: { format: 'csv' } })
    expect(statusCode).toBe(200)
    const lines = body.trim().split(/\r?\n/)
    expect(lines[0]).toContain('Perfil;Módulo;Ver;Crear;Editar;Eliminar;Exportar;Aprobar;Alcance;Origen')
    expect(lines).toHaveLength(1 + (await admin.call(getPermissionMatrix, {})).cells.length)
    expect(lines.find((line) => line.startsWith('Recursos humanos;Clientes;'))).toContain(
      'Sí;No;No;No;No;No;Propio;Modificado',
    )
  })
})
