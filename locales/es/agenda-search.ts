export default {
  title: 'Buscar en la agenda',
  count_one: '{{total}} resultado',
  count_many: '{{total}} resultados',
  count_other: '{{total}} resultados',
  empty: 'No hay coincidencias con ese nombre, teléfono, correo o texto.',
  emptyHint: 'Prueba con menos letras, o quita filtros.',
  start: 'Escribe un nombre, un teléfono, un correo o un asunto.',
  startHint:
    'Verás clientes y contactos con sus llamadas, reuniones y seguimientos, y también lo que tenga ese asunto, motivo, respuesta, observación o comentario.',
  cut: {
    clients: 'Hay más de {{limit}} clientes que coinciden: se muestran {{limit}}. Acota la búsqueda.',
    contacts: 'Hay más de {{limit}} contactos que coinciden: se muestran {{limit}}. Acota la búsqueda.',
    both: 'Hay más de {{limit}} clientes y más de {{limit}} contactos que coinciden: se muestran {{limit}} de cada tipo. Acota la búsqueda.',
  },
  wordsCut:
    'Muchos contactos, llamadas, reuniones o seguimientos tienen ese texto: se muestran los más recientes. Acota la búsqueda.',
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
