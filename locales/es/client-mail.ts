export default {
  letter: {
    greeting: 'Hola, {{name}}:',
    automatic: 'Mensaje automático: no es necesario responder.',
    contact: 'Si tienes alguna duda, ponte en contacto con {{name}}: {{ways}}.',
    contactOffice: 'Si tienes alguna duda, ponte en contacto con tu oficina.',
    holds: 'El enlace es personal y es válido hasta el {{until}}. Un enlace nuevo anula los anteriores.',
    notForward: 'No lo reenvíes: quien lo abra podrá leer lo que te pedimos.',
  },
  paper: {
    subject: '{{title}}',
    intro: 'Adjuntamos el documento «{{title}}» en PDF, preparado el {{at}}.',
  },
  consent: {
    subject: '{{firm}} te pide tu consentimiento',
    intro: 'Necesitamos que leas estos documentos y nos digas si los firmas o no:',
    action: 'Leer y responder',
  },
  infoForm: {
    subject: '{{firm}} te pide unos datos',
    intro:
      'Queremos conocerte mejor para atenderte bien. Cuéntanos de tu trabajo, tus gastos, tu ahorro y tu familia: son unos minutos.',
    action: 'Rellenar la ficha',
    notForward: 'No lo reenvíes: es solo para ti.',
  },
  signed: {
    subject: 'Copia de tu consentimiento',
    intro: 'El {{at}} firmaste:',
    attached: 'Adjuntamos una copia en PDF, con las pruebas de que la respuesta es tuya.',
    withdraw: 'Puedes retirar tu consentimiento cuando quieras con este enlace. Guarda este mensaje.',
    action: 'Retirar mi consentimiento',
  },
  refused: {
    subject: 'Copia de tu respuesta',
    intro: 'El {{at}} nos dijiste que no das tu consentimiento a:',
    effect: 'Adjuntamos una copia en PDF. Si cambias de opinión, te enviaremos otro enlace.',
  },
  withdrawn: {
    subject: 'Has retirado tu consentimiento',
    intro: 'Desde el {{at}} ya no tenemos tu consentimiento para:',
    effect: 'Lo que hicimos antes con tu consentimiento sigue siendo válido.',
  },
  code: {
    subject: '{{code}} es tu código',
    intro: 'Tu código es {{code}}. Escríbelo en la página que has abierto. Es válido hasta el {{until}}.',
    notYou:
      'No se lo digas a nadie: nuestro personal nunca te lo pedirá. Si no lo has solicitado, ignora este mensaje.',
  },
}
