export default {
  title: 'Buscar en la agenda',
  count_one: '{{total}} resultado',
  count_many: '{{total}} resultados',
  count_other: '{{total}} resultados',
  empty: 'Nada con ese nombre, teléfono, correo o texto.',
  emptyHint: 'Prueba con menos letras, o quita filtros.',
  start: 'Escribe un nombre, un teléfono, un correo o un asunto.',
  startHint:
    'Verás clientes y contactos con sus llamadas, reuniones y seguimientos, y también lo que tenga ese asunto, motivo o respuesta.',
  cut: {
    clients:
      'El texto nombra a más de {{limit}} clientes: se ven {{limit}} de ellos. Escribe más para ver a quien buscas.',
    contacts:
      'El texto nombra a más de {{limit}} contactos: se ven {{limit}} de ellos. Escribe más para ver a quien buscas.',
    both: 'El texto nombra a más de {{limit}} clientes y más de {{limit}} contactos: se ven {{limit}} de cada. Escribe más para ver a quien buscas.',
  },
  wordsCut:
    'Muchas llamadas, reuniones o seguimientos tienen ese texto: se ven los más recientes. Escribe más para ver el que buscas.',
  search: 'Nombre, teléfono, correo, CVL o asunto',
  fields: {
    person: 'Contacto o cliente',
    kind: 'Tipo',
    detail: 'Detalle',
    stage: 'Etapa',
    day: 'Fecha',
    from: 'Desde',
    to: 'Hasta',
    owner: 'Gestor',
    cvl: 'CVL',
    reach: 'Alcance',
  },
  kinds: { client: 'Cliente', contact: 'Contacto', call: 'Llamada', meeting: 'Reunión', followUp: 'Seguimiento' },
  reaches: { individual: 'Individual', team: 'Equipo' },
  stages: {
    new: 'Nuevo',
    contacted: 'Contactado',
    r1: 'R1',
    r2: 'R2',
    r3: 'R3',
    r4: 'R4',
    won: 'Ganado',
    lost: 'Perdido',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { agendaSearch: 'Buscar en la agenda' },
  actions: { agendaSearch_exported: 'Exporta la búsqueda de la agenda' },
}
