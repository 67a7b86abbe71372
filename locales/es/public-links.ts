export default {
  loading: 'Abriendo el enlace',
  title: 'Tu consentimiento',
  foot: 'Página segura de {{firm}}',
  invalid: {
    title: 'Este enlace no es válido',
    text: 'Ha caducado, se ha enviado otro más reciente o la dirección está incompleta. Busca el último mensaje que te enviamos o pide otro enlace a tu gestor.',
  },
  used: {
    title: 'Ya has respondido',
    text: 'Recibimos tu respuesta el {{date}}. Te enviamos una copia por correo, y este enlace ya no se puede usar otra vez.',
  },
  failed: { title: 'No se ha podido abrir el enlace', retry: 'Reintentar' },
  consent: {
    title: '{{firm}} te pide tu consentimiento',
    lead: 'Lee cada texto y elige. Después te enviaremos un código a {{email}} para confirmarlo.',
    until: 'Puedes responder hasta el {{date}}.',
    signer: {
      client: 'Firmas tú: {{name}}',
      representative: 'Firmas tú: {{name}}, como representante de {{onBehalfOf}}',
      guardian: 'Firmas tú: {{name}}, como tutor de {{onBehalfOf}}',
    },
    version: 'Versión {{version}}',
    sign: 'Firmo',
    refuse: 'No doy mi consentimiento',
    choice: 'Tu respuesta: {{title}}',
    missing: 'Elige una respuesta.',
    gate: 'Sin este consentimiento no podremos aceptar dinero nuevo ni abrirte cuentas.',
    next: 'Continuar',
    changed: 'El texto se ha actualizado mientras leías. Léelo de nuevo antes de responder.',
  },
  code: {
    title: 'Confirma con un código',
    lead: 'Hemos enviado un código de seis cifras a {{email}}. Es válido durante {{minutes}} minutos.',
    label: 'Código',
    confirmAnswer: 'Firmar y enviar',
    again: 'Enviar otro código',
    againIn: 'Podrás pedir otro código dentro de {{seconds}} s',
    sent: 'Código enviado.',
    back: 'Volver',
    empty: 'Escribe las seis cifras del código.',
    wrong_one: 'El código no es correcto. Te queda {{count}} intento.',
    wrong_many: 'El código no es correcto. Te quedan {{count}} intentos.',
    wrong_other: 'El código no es correcto. Te quedan {{count}} intentos.',
    expired: 'Ese código ya no es válido. Pide otro.',
  },
  summary: { title: 'Vas a enviar', signed: 'Firmas', refused: 'No das tu consentimiento' },
  answered: {
    title: 'Gracias, hemos recibido tu respuesta',
    text: 'Te enviamos una copia en PDF a {{email}}. Ya puedes cerrar esta página.',
  },
  form: {
    title: '{{firm}} quiere conocerte mejor',
    lead: 'Contesta lo que quieras: lo que dejes en blanco no cambia nada. Después te enviaremos un código a {{email}} para confirmarlo.',
    companyLead:
      'Contesta lo que quieras sobre la empresa: lo que dejes en blanco no cambia nada. Después te enviaremos un código a {{email}} para confirmarlo.',
    until: 'Puedes responder hasta el {{date}}.',
    next: 'Continuar',
    choose: 'Elige',
    amount: 'Escribe un importe, por ejemplo 1.250,00.',
    count: 'Escribe un número entero, de 0 a {{max}}.',
    empty: 'Contesta al menos a una pregunta.',
    summary: 'Vas a enviar',
    confirm: 'Enviar mis respuestas',
    doneTitle: 'Gracias, hemos recibido tus respuestas',
    doneText: 'Tu gestor las revisará. Ya puedes cerrar esta página.',
    usedText:
      'Recibimos tus respuestas el {{date}}, y este enlace ya no se puede usar otra vez. Si algo ha cambiado, díselo a tu gestor.',
  },
  withdrawal: {
    title: 'Retirar tu consentimiento',
    codeFirst: 'Para mostrarte lo que has firmado, te enviamos un código al correo {{email}}.',
    sendCode: 'Enviarme el código',
    see: 'Ver lo que he firmado',
    lead: 'Elige lo que quieres retirar. Vale desde ese momento; lo anterior sigue siendo válido.',
    signedOn: 'Firmado el {{date}}',
    choose: 'Qué quieres retirar',
    none: 'Elige al menos uno.',
    read: 'Leer el texto',
    confirm: 'Retirar mi consentimiento',
    done: 'Has retirado tu consentimiento',
    doneText: 'Te lo confirmamos por correo a {{email}}. Ya puedes cerrar esta página.',
    nothing: 'No hay ningún consentimiento firmado',
    nothingText: 'Ya se retiró o dejó de valer. No tienes que hacer nada más.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    clientMail_sent: 'Correo enviado al cliente',
    clientMail_failed: 'No se pudo enviar un correo al cliente',
  },
  jobs: {
    clientMail_send: 'Envío de enlaces y documentos a clientes',
  },
  personalTables: {
    public_link: 'Enlaces enviados',
    client_mail: 'Correos enviados',
  },
  auditFields: {
    template: 'Tipo de correo',
  },
}
