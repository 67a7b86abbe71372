export default {
  title: 'Personas y captación',
  context: '{{who}} · a {{day}}',
  fields: {
    name: 'Persona',
    cvl: 'CVL',
    since: 'Desde',
    leftOn: 'Hasta',
    clients: 'Clientes',
    capital: 'Capital',
    yearGross: 'Captación del año',
    yearOut: 'Salidas del año',
    yearNet: 'Neto del año',
    goal: 'Objetivo',
    achievement: '% del objetivo',
    lifetimeGross: 'Captación histórica',
    lifetimeOut: 'Salidas históricas',
    lifetimeNet: 'Neto histórico',
    calls: 'Llamadas',
    meetings: 'Reuniones',
    newContacts: 'Contactos nuevos',
    converted: 'Convertidos',
  },
  table: 'Por persona',
  lead: 'Clientes y capital de hoy de quien los lleva; captación de quien figura en el asiento, en euros; actividad desde el {{from}}.',
  sort: {
    label: 'Ordenar por',
    capital: 'Capital',
    year: 'Año',
    lifetime: 'Histórico',
    name: 'Nombre',
  },
  since: '{{position}} desde el {{date}}',
  left: 'Baja el {{date}}',
  rest: 'Sin asignar o fuera de tu alcance',
  total: 'Total',
  none: 'No hay personas en tu alcance.',
  statistics: 'Clientes en cifras',
  statisticsLead: 'Los clientes de hoy, con su capital. Cada cifra abre sus filas.',
  median: 'Capital mediano por cliente (con capital)',
  count: 'Clientes',
  amount: 'Capital',
  share: 'Cuota',
  loading: 'Calculando',
}

/** What lists of all features say of this one. */
export const words = {
  screens: {
    peopleDashboard: 'Personas y captación',
  },
  modules: {
    bt_Dashboard4: 'Personas y captación',
  },
  actions: {
    peopleDashboard_exported: 'Exporta las personas',
  },
  entities: {
    bt_Dashboard4: 'Pantalla: Personas y captación',
    peopleDashboard: 'Personas y captación',
  },
}
