/**
 * What each screen asks of the API when it opens, written out by hand: a call each, and with ` + ` between them the reads that go in one. Numbers
 * stand as :id, and queries are left out. What the shell asks for once, whatever the screen, is in `shellCalls`. A call that a screen gains is
 * a decision, and no slip.
 */
export const screenCalls: Readonly<Record<string, readonly string[]>> = {
  '/crm/ModulosPermisos': ['/permissions/matrix', '/me/drafts/access.matrix'],
  '/crm/ModulosPermisos/personas': ['/permissions/people/count', '/permissions/people'],
  '/crm/ModulosPermisos/personas/:userId': [
    '/permissions/people/:id',
    '/me/drafts/access.role.:id + /me/drafts/access.rule.:id + /audit/records/access/:id',
  ],
  '/crm/ModulosPermisos/acceso': ['/permissions/without-access', '/me/drafts/access.give'],
  '/crm/Contabilidad': ['/accounting/ledgers'],
  '/crm/Contabilidad/asientos': ['/accounting/journals/count', '/accounting/journals', '/accounting/ledgers/added'],
  '/crm/Contabilidad/asientos/nuevo': ['/accounting/ledgers/added', '/me/drafts/entries/new'],
  '/crm/Contabilidad/impuestos': [
    '/accounting/taxes-owed/count',
    '/accounting/taxes-owed',
    '/accounting/withholding-check',
  ],
  '/crm/Contabilidad/asientos/:journalId': ['/accounting/journals/:id'],
  '/crm/Contabilidad/cierre': ['/accounting/months'],
  '/crm/Contabilidad/retenciones': [
    '/accounting/withholding/count',
    '/accounting/withholding',
    '/accounting/withholding-check',
  ],
  '/crm/Contabilidad/retenciones/:clientId': ['/accounting/withholding/:id'],
  '/crm/Contabilidad/comprobacion': ['/accounting/verifications'],
  '/crm/Aprobaciones': ['/approvals/count', '/approvals'],
  '/crm/Aprobaciones/suplencias': ['/approvals/substitutions', '/approvals/substitutions/choices'],
  '/crm/Aprobaciones/:approvalId': [
    '/approvals/:id',
    '/records/approval/:id',
    '/me/drafts/comment.approval.:id + /records/approval/:id/comments',
  ],
  '/crm/Auditoria': ['/audit/count', '/audit', '/audit/filter-options', '/audit/chain'],
  '/crm/Auditoria/accesos': ['/audit/accesses/count', '/audit/accesses', '/audit/filter-options'],
  '/crm/Auditoria/:eventId': ['/audit/events/:id'],
  '/crm/Ingresos/extractos': ['/bank/statements/count', '/bank/statements', '/bank/uploads'],
  '/crm/Ingresos/extractos/:statementId': [
    '/bank/statements/:id',
    '/bank/statements/:id/reconciliation',
    '/bank/statements/:id/entries/count + /bank/statements/:id/entries',
  ],
  '/crm/Ingresos/ficheros/:uploadId': ['/bank/uploads/:id', '/bank/uploads/:id/lines/count + /bank/uploads/:id/lines'],
  '/crm/Ingresos/sin-identificar': ['/bank/receipts/count', '/bank/receipts'],
  '/crm/Ingresos/apuntes/:entryId': ['/bank/entries/:id'],
  '/crm/Cancelaciones': [
    '/cancellations/count',
    '/cancellations',
    '/cancellations/retention',
    '/cancellations/options',
  ],
  '/crm/Cancelaciones/:quoteId': ['/cancellations/:id', '/audit/records/cancellation/:id'],
  '/clientes': ['/clients/count', '/clients', '/clients/filter-options'],
  '/clientes/:clientId': [
    '/clients/:id + /clients/:id/bank-accounts + /clients/:id/capital-trend + /clients/:id/withholding + /audit/records/client/:id + /notices + /approvals/client-count',
    '/records/client/:id',
    '/me/drafts/comment.client.:id + /records/client/:id/comments',
  ],
  '/clientes/:clientId/cuentas/:accountId': [
    '/clients/:id/accounts/:id + /clients/:id/accounts/:id/movements + /clients/:id/accounts/:id/movements/count + /payments + /contributions + /cancellations + /clients/:id/accounts/:id/interest + /audit/records/account/:id',
    '/records/account/:id',
    '/me/drafts/comment.account.:id + /records/account/:id/comments',
  ],
  '/crm/Ingresos': ['/contributions/count', '/contributions'],
  '/crm/Traspasos': ['/handovers/count', '/handovers', '/handovers/filter-options'],
  '/crm/Traspasos/nuevo': ['/handovers/people', '/me/drafts/handovers/new'],
  '/crm/Traspasos/:handoverId': [
    '/handovers/:id',
    '/handovers/:id/clients/count + /handovers/:id/clients + /audit/records/handover/:id',
  ],
  '/crm/Importar': ['/imports/count', '/imports'],
  '/crm/Importar/:importId': ['/imports/:id', '/imports/:id/rows/count + /imports/:id/rows'],
  '/crm/Importar/:importId/errores': ['/imports/:id', '/imports/:id/faults/count + /imports/:id/faults'],
  '/crm/Procesos': ['/accounting/runs/count', '/accounting/runs', '/accounting/jobs'],
  '/crm/Procesos/:runId': ['/accounting/runs/:id'],
  '/crm/Vencimientos': ['/maturities/count', '/maturities', '/maturities/desk'],
  '/crm/MiDia': ['/my-day'],
  '/crm/Avisos': ['/notices/count', '/notices'],
  '/crm/Pendientes': ['/openings/count', '/openings', '/openings/filter-options'],
  '/clientes/:clientId/cuentas/nueva': ['/clients/:id/openings/options', '/me/drafts/openings/:id'],
  '/clientes/:clientId/cuentas/:draftId/editar': [
    '/clients/:id/openings/options',
    '/clients/:id/openings/:id',
    'POST /clients/:id/openings/quote',
    '/me/drafts/openings/:id',
  ],
  '/crm/Retiradas/por-enviar': ['/payment-batches/waiting-orders/count', '/payment-batches/waiting-orders'],
  '/crm/Retiradas/remesas': ['/payment-batches/count', '/payment-batches'],
  '/crm/Retiradas/remesas/:batchId': [
    '/payment-batches/:id',
    '/payment-batches/:id/orders/count + /payment-batches/:id/orders',
  ],
  '/crm/Retiradas': ['/payments/count', '/payments'],
  '/crm/Retiradas/:paymentId': ['/payments/:id'],
  '/crm/areapersonal': ['/me/employee'],
  '/crm/EstudioProductos': ['/product-studies/products', 'POST /product-studies/projection'],
  '/crm/Productos': ['/products/count', '/products'],
  '/crm/Productos/nuevo': ['/me/drafts/products/new'],
  '/crm/Productos/:productId': ['/products/:id', '/audit/records/product/:id'],
  '/crm/Ajustes': ['/settings', '/settings/checks'],
  '/crm/RRHH': ['/staff/count', '/staff', '/staff/options'],
  '/crm/RRHH/nuevo': ['/staff/options', '/me/drafts/staff/new'],
  '/crm/RRHH/:employeeId': ['/staff/:id', '/audit/records/employee/:id'],
  '/crm/RRHH/:employeeId/editar': ['/staff/:id', '/staff/options', '/me/drafts/staff/:id'],
  '/crm/TuEquipo': ['/team', '/team/people'],
  '/crm/TuEquipo/:employeeId/captacion': ['/team/:id/captation/count', '/team/people', '/team/:id/captation'],
}

/** The session, the note of the visit, the stream of notifications and the count beside the menu: once for the shell, not for a screen. */
export const shellCalls: readonly string[] = [
  '/session',
  '/me/live',
  '/approvals/waiting-count',
  'POST /ApiRest/api/audit',
  'POST /session/heartbeat',
]

/** Screens that people wait for all day: at most so many calls until they are complete, to their last line. */
export const maxScreenCalls: Readonly<Record<string, number>> = {
  '/clientes/:clientId': 3,
  '/clientes/:clientId/cuentas/:accountId': 3,
  '/crm/MiDia': 3,
}
