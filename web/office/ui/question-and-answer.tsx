/** Shows the question that a class asked for a place, and the answer. */
export const QuestionAndAnswer = ({ question, answer }: { question: string; answer: string }) => (
  <>
    <span className="quiet">{question}</span> {answer || <span className="quiet">Not answered</span>}
  </>
)
