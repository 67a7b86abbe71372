export default {
  letter: {
    greeting: 'Olá, {{name}}:',
    when: 'Quando',
    last: 'Última da série',
    place: 'Onde',
    organizer: 'Organiza',
    join: 'Entrar na videochamada',
  },
  invited: { subject: 'Convite: {{subject}}', intro: '{{owner}} envia-lhe um convite para «{{subject}}».' },
  changed: { subject: 'Alteração: {{subject}}', intro: 'Os dados de «{{subject}}» mudaram. Ficam assim:' },
  canceled: { subject: 'Cancelada: {{subject}}', intro: '«{{subject}}» foi cancelada.' },
  /** Why a meeting is cancelled that its series no longer has. */
  dropped: 'A série passa a repetir-se de outra forma',
}
