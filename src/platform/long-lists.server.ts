import {
  type BinaryOperationNode,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from "kysely";

/** So many values of a list are parameters of their own: a statement has 65,535 at most, and each is written out. */
const WRITTEN_OUT = 100;

/** Writes a longer `in (…)` as `= any($1)`, and `not in` as `<> all($1)`: one parameter, however long the list. */
class ListsAsOne extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const text = OperatorNode.is(operator) ? operator.operator : "";
    const isLong = PrimitiveValueListNode.is(rightOperand) && rightOperand.values.length > WRITTEN_OUT;
    if (!isLong || (text !== "in" && text !== "not in")) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(text === "in" ? " = any(" : " <> all(");
    this.appendValue(rightOperand.values);
    this.append(")");
  }
}

/** PostgreSQL as kysely speaks to it, with lists of any length. */
export class AnyLengthDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new ListsAsOne();
  }
}
