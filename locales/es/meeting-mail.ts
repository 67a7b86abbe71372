export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    when: 'Cuándo',
    last: 'Última de la serie',
    place: 'Dónde',
    organizer: 'Organiza',
    join: 'Entrar en la videollamada',
  },
  invited: { subject: 'Invitación: {{subject}}', intro: '{{owner}} te invita a «{{subject}}».' },
  changed: { subject: 'Cambio: {{subject}}', intro: 'Han cambiado los datos de «{{subject}}». Quedan así:' },
  canceled: { subject: 'Cancelada: {{subject}}', intro: 'Se ha cancelado «{{subject}}».' },
  /** Why a meeting is cancelled that its series no longer has. */
  dropped: 'Cambia cuándo se repite',
}
