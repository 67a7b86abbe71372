export default {
  codes: {
    required: 'Este dato es necesario.',
    invalid: 'Este dato no es válido.',
    too_small: 'El valor es demasiado pequeño o corto.',
    too_big: 'El valor es demasiado grande o largo.',
    taken: 'Ya hay otro con ese nombre.',
    past: 'Tiene que ser un momento futuro.',
    unknown: 'No se conoce este valor.',
    date: 'No es una fecha. Por ejemplo: 3/5, hoy, +30.',
    number: 'No es un número. Por ejemplo: 1,0825.',
  },
  draft: {
    restored: 'Hemos recuperado lo que escribiste {{when}} y no llegaste a enviar.',
    waiting: 'Hay un borrador tuyo de {{when}}.',
    take: 'Recuperarlo',
    discard: 'Descartarlo',
  },
}
