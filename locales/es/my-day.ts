export default {
  title: 'Mi día',
  context: 'Hoy es {{date}}',
  clients: 'Ver clientes',
  seeAll: 'Ver todo',
  seeAllOf: 'Ver todo: {{what}}',
  more_one: 'Y {{count}} más.',
  more_many: 'Y {{count}} más.',
  more_other: 'Y {{count}} más.',
  instruct: 'Cambiar instrucción',
  instructFor: 'Cambiar la instrucción de la cuenta {{account}}',
  tiles: {
    meetings: { title: 'Tus reuniones de hoy', none: 'No tienes reuniones hoy.' },
    followUps: { title: 'Seguimientos para hoy o vencidos', none: 'No tienes nada pendiente para hoy.' },
    reviews: { title: 'Revisiones vencidas sin fecha', none: 'Ninguna revisión vencida.' },
    maturities: {
      title: 'Vencen en los próximos 7 días',
      none: 'Ninguna cuenta vence esta semana.',
    },
    approvals: {
      title: 'Pendientes de tu decisión',
      none: 'No tienes solicitudes por decidir. Aparecerán aquí cuando alguien de tu equipo solicite algo.',
    },
    requests: {
      title: 'Tus solicitudes en curso',
      none: 'No tienes solicitudes en curso. Aparecerán aquí las que deba aprobar otra persona.',
    },
    blocked: { title: 'Clientes bloqueados', none: 'Ningún cliente bloqueado.' },
    openings: { title: 'Cuentas pendientes de ingreso', none: 'No hay cuentas pendientes de ingreso.' },
    receipts: { title: 'Ingresos sin identificar', none: 'Todos los ingresos están asignados.' },
    payments: { title: 'Pagos por enviar', none: 'No hay pagos aprobados por enviar.' },
    verification: { title: 'Comprobación contable', none: 'Todavía no se ha hecho ninguna comprobación contable.' },
    staff: {
      title: 'Bajas y fin del periodo de prueba',
      none: 'Ninguna baja ni fin de periodo de prueba en 60 días.',
    },
    products: { title: 'Productos a la venta', none: 'Ningún producto a la venta.' },
  },
  states: {
    maturities: {
      pay_out: 'Pagar',
      renew_principal: 'Renovar el capital',
      renew_all: 'Renovar capital e intereses',
      transfer: 'Traspasar a otro producto',
    },
    blocked: { commercial: 'Comercial', documents: 'Documentación', legal: 'Legal', death: 'Fallecimiento' },
    verification: { equal: 'Sin diferencias', differences: 'Hay diferencias' },
    staff: { leaving: 'Último día', probation: 'Fin del periodo de prueba' },
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    myDay: 'Mi día',
  },
  modules: {
    bt_MiDia: 'Mi día',
  },
  entities: {
    bt_MiDia: 'Pantalla: Mi día',
  },
}
