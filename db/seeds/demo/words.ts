/** What the demo guests of the past year say; by stars and language. Their names say that they are demo data. */
export const COMMENTS: readonly { stars: number; language: "en" | "es"; comment: string }[] = [
  { stars: 5, language: "en", comment: "Came alone, left with plans for the weekend. The guide knew every doorman." },
  { stars: 5, language: "en", comment: "The games at the first stop broke the ice within ten minutes." },
  { stars: 5, language: "en", comment: "Best night of our two weeks in Mexico. Drink water between the stops!" },
  { stars: 5, language: "en", comment: "" },
  { stars: 4, language: "en", comment: "Great bars. The third one was a bit crowded for a group of our size." },
  { stars: 4, language: "en", comment: "Really fun. I’d have liked one more hour at the rooftop." },
  { stars: 4, language: "en", comment: "" },
  { stars: 3, language: "en", comment: "Nice people, but it rained and we waited twenty minutes at the first bar." },
  { stars: 2, language: "en", comment: "I couldn’t find the meeting point and nobody answered for a while." },
  { stars: 1, language: "en", comment: "The last club was closed when we got there." },
  { stars: 5, language: "es", comment: "Fui sin conocer a nadie y salí con grupo de WhatsApp. Volvería mañana mismo." },
  { stars: 5, language: "es", comment: "El guía se aprendió el nombre de todos. ¡Qué buena noche!" },
  { stars: 5, language: "es", comment: "Los bares, muy bien elegidos; la cantina del principio fue lo mejor." },
  { stars: 5, language: "es", comment: "" },
  { stars: 4, language: "es", comment: "Muy divertido, aunque el último lugar estaba llenísimo." },
  { stars: 4, language: "es", comment: "Todo bien organizado. Faltó un poco más de tiempo en cada bar." },
  { stars: 3, language: "es", comment: "Buen ambiente, pero empezamos media hora tarde." },
  { stars: 2, language: "es", comment: "No me quedó claro qué bebidas venían incluidas." },
];

/** What staff replied to the reviews of one or two stars. */
export const REPLIES = {
  en: "I’m sorry your night didn’t go as it should. I’ve spoken with the guide, and the next one is on us.",
  es: "Lamento que tu noche no haya salido como debía. Ya hablé con el guía, y la próxima va por nuestra cuenta.",
};

/** What people asked in the contact form, and what they were answered. */
export const QUESTIONS: readonly Record<"language" | "subject" | "message" | "answer", string>[] = [
  {
    language: "en",
    subject: "Group of 14",
    message: "Hi! There are 14 of us for a birthday. Can we all start at the same bar?",
    answer: "Yes! Book together or one by one: everybody on the same night starts together. Happy birthday already!",
  },
  {
    language: "en",
    subject: "I don’t drink alcohol",
    message: "Is the crawl still worth it without alcohol? Do you have other welcome drinks?",
    answer:
      "It is: every bar has something without alcohol, welcome drinks included. Tell your guide at the first stop.",
  },
  {
    language: "en",
    subject: "Lost jacket",
    message: "I think I left a blue jacket at the second bar last night. Could you ask?",
    answer: "They have it! It’s behind the counter, and they open at six. Show them this message.",
  },
  {
    language: "es",
    subject: "Factura",
    message: "¿Me pueden facturar la reserva de mi grupo? Ya tengo a la mano mi constancia fiscal.",
    answer: "Claro que sí: en la página de tu reserva hay un botón para pedirla con tus datos fiscales.",
  },
  {
    language: "es",
    subject: "¿Hay estacionamiento?",
    message: "Vamos en coche desde Toluca. ¿Hay dónde estacionarse cerca del punto de encuentro?",
    answer: "Hay una pensión a dos cuadras, abierta toda la noche. Pero si vas a tomar, mejor ven en taxi.",
  },
  {
    language: "es",
    subject: "Despedida de soltera",
    message: "Somos 9 y queremos algo especial para la novia. ¿Se puede?",
    answer: "¡Por supuesto! Díganle al guía al llegar y armamos algo en la segunda parada.",
  },
];
